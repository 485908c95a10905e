import type { BoxKind } from '../../../domain/templates/model.ts'
import type { PageLayout } from '../../dashboard/templates/editor/client-data.ts'
import type { Place } from '../boxes/commands.ts'
import { all, byId, placeBox } from '../dom.ts'
import { h } from './elements.ts'
import { BOX_KINDS } from './words.ts'

type Blank = PageLayout['blanks'][number]

/** A place to be filled in that has no box yet. */
export interface OpenBlank extends Pick<Blank, 'label' | 'name' | 'kind'> {
  place: Place
}

/**
 * The blanks of the document that have no box yet, drawn faintly: each is accepted by a press, or all at once.
 * @param sheets the elements of the pages
 */
export function blanksOf(
  pages: readonly PageLayout[],
  sheets: readonly HTMLElement[],
  accept: (blanks: OpenBlank[]) => void,
) {
  let open: OpenBlank[] = []
  byId('accept-all').onclick = () => accept(open)

  return {
    show({ boxes }: { boxes: readonly Place[] }): void {
      open = pages.flatMap(({ blanks }, index) =>
        blanks.flatMap((blank) => {
          const place = { page: index + 1, x: blank.x, y: blank.y, w: blank.w, h: blank.h }
          return boxes.some((box) => overlaps(box, place)) ? [] : [{ ...blank, place }]
        }),
      )
      for (const old of all('.ghosts')) old.remove()
      for (const [index, sheet] of sheets.entries()) {
        const own = open.filter(({ place }) => place.page === index + 1)
        if (own.length > 0) sheet.append(h('ul', { class: 'ghosts' }, ...own.map(ghost)))
      }
      byId('blanks').hidden = open.length === 0
      byId('blanks-found').textContent =
        open.length === 1 ? '1 place to fill in was found.' : `${open.length} places to fill in were found.`
    },
    close(): void {
      for (const old of all('.ghosts')) old.remove()
      byId('blanks').hidden = true
    },
  }

  function ghost(blank: OpenBlank): HTMLElement {
    const kind = BOX_KINDS[kindOfBlank(blank)]
    const words = blank.label ?? blank.name
    const name = `Blank${words === null ? '' : ` ${words}`}, page ${blank.place.page}: place ${kind.toLowerCase()}`
    const button = h('button', {
      type: 'button',
      class: 'ghost',
      'aria-label': name,
      title: kind,
      onclick: () => accept([blank]),
    })
    placeBox(button, blank.place)
    return h('li', {}, button)
  }
}

function overlaps(box: Place, { page, x, y, w, h }: Place): boolean {
  return box.page === page && box.x < x + w && x < box.x + box.w && box.y < y + h && y < box.y + box.h
}

/** What a blank is for: as the form says, else by the words beside it, in the languages that templates are written in. */
export function kindOfBlank({ label, name, kind }: Omit<OpenBlank, 'place'>): BoxKind {
  if (kind === 'signature' || kind === 'checkbox') return kind
  const words = label ?? name ?? ''
  if (/sign|unterschrift|firma|assinatura|handtekening|podpis|underskrift|توقيع/i.test(words)) return 'signature'
  if (/\b(date|datum|fecha|data|dato)\b|تاريخ/i.test(words)) return 'date'
  return 'text'
}
