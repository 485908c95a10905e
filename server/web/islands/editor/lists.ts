import type { TemplateBox, TemplateModel } from '../../../domain/templates/model.ts'
import type { EditorData } from '../../dashboard/templates/editor/client-data.ts'
import { byId } from '../dom.ts'
import { h } from './elements.ts'
import { boxLabel, isSigners } from './words.ts'

/** Who fills in new boxes: a choice, with how many boxes each has. */
export function showOwners(
  { slots, boxes }: TemplateModel,
  chosen: number | null,
  choose: (slot: number | null) => void,
) {
  // What only a recipient fills in waits for one: it is not the sender's.
  const count = (slot: number | null) =>
    boxes.filter((box) => box.slot === slot && (slot !== null || !isSigners(box.kind))).length
  const owners = [...slots.map(({ slot, role }) => ({ slot, name: `${slot} ${role}` })), { slot: null, name: 'Sender' }]
  const focused = document.activeElement?.id
  byId('owners').replaceChildren(
    ...owners.map(({ slot, name }) => {
      const id = `owner-${slot ?? 'sender'}`
      const input = h('input', {
        type: 'radio',
        name: 'owner',
        id,
        checked: slot === chosen,
        onchange: () => choose(slot),
      })
      const mark = h('i', { 'data-owner': ownerColour(slot), 'aria-hidden': 'true' })
      return h(
        'label',
        { class: 'slot', for: id },
        input,
        mark,
        h('span', {}, name),
        h('small', {}, String(count(slot))),
      )
    }),
  )
  if (focused?.startsWith('owner-')) document.getElementById(focused)?.focus()
}

/** Six colours for signers in turn; beside each stands the role. */
export const ownerColour = (slot: number | null): string => (slot === null ? 'sender' : String(((slot - 1) % 6) + 1))

/** What keeps the template from being locked: each names its box, and leads to it. */
export function showProblems(
  { problems, warnings }: Pick<EditorData, 'problems' | 'warnings'>,
  open: (id: string) => void,
) {
  const item = (tone: string, { message, box }: EditorData['problems'][number]) => {
    const pill = h('span', { class: `pill ${tone}` }, message)
    return h(
      'li',
      {},
      box === null ? pill : h('button', { type: 'button', class: 'link', onclick: () => open(box) }, pill),
    )
  }
  const none = h('li', {}, h('span', { class: 'pill ok' }, 'It can be locked'))
  byId('problems').replaceChildren(
    ...(problems.length === 0 ? [none] : problems.map((problem) => item('bad', problem))),
    ...warnings.map((warning) => item('wait', warning)),
  )
}

/** For small screens, which show no pages. */
export function showList(model: TemplateModel, selected: ReadonlySet<string>, select: (box: TemplateBox) => void) {
  const list = byId('list')
  const focused = list.contains(document.activeElement) ? document.activeElement?.id : undefined
  list.replaceChildren(
    ...model.boxes.map((box) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'slot',
            id: `item-${box.id}`,
            'aria-pressed': String(selected.has(box.id)),
            onclick: () => select(box),
          },
          h('i', { 'data-owner': ownerColour(box.slot), 'aria-hidden': 'true' }),
          boxLabel(model, box),
        ),
      ),
    ),
  )
  if (focused) document.getElementById(focused)?.focus()
}
