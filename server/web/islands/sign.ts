import './times.ts'
import { fill } from '../../domain/fill.ts'
import { firstPageShown } from './document/first-page.ts'
import { ViewerMissing } from './document/open.ts'
import { type OpenedDocument, showDocument } from './document/viewer.ts'
import { wireZoom } from './document/zoom.ts'
import { byId } from './dom.ts'
import { postToHost, reportError } from './host.ts'
import './menus.ts'
import { started } from './dom.ts'
import { call, isOver, showNewState, textProblem, untilAnswered } from './sign/calls.ts'
import { data, texts, timeZone } from './sign/data.ts'
import { wireDecline } from './sign/decline-dialog.ts'
import { allPages, createDisplayed } from './sign/displayed.ts'
import { drawFields, keepClearOfPanel } from './sign/fields.ts'
import { createFinish } from './sign/finish.ts'
import { wireHandOver } from './sign/hand-over-dialog.ts'
import { createPanel, type Panel } from './sign/panel.ts'
import { wirePrints } from './sign/printed.ts'
import { createSaver, type Saver, watchConnection } from './sign/saving.ts'
import { watchState } from './sign/state-watch.ts'
import { removeUndrawn, showUndrawn, waysOut } from './sign/undrawn.ts'
import { wireViews } from './sign/views.ts'

/** Wires up the signing page. Everything except the document itself works before pdf.js has loaded. */

wireHandOver(wireDecline())
showWholeMessage()
const displayed = createDisplayed()
let view: OpenedDocument | null = null
const panelElement = document.getElementById('panel')
let panel: Panel | null = null
let saver: Saver | null = null
/** As in the style sheet: the panel is a column beside the pages. */
const desk = matchMedia('(min-width: 64rem) and (min-height: 30rem)')
const fields = drawFields((field) => panel?.press(field))
if (panelElement) {
  saver = createSaver({
    onRefused(id, refusal) {
      const field = fields.find((candidate) => candidate.id === id) ?? null
      const problem = textProblem(refusal)
      if (field && problem !== null) panel?.refuseText(field, problem)
      else if (refusal.code === 'signature_invisible') panel?.showError(field, texts.errors.pictureBlank)
      else panel?.showError(field, texts.errors.fieldInvalid)
    },
    onSaved({ saved, problems, fits }, isLatest) {
      for (const field of fields) {
        const version = saved[field.id]
        if (version !== undefined) {
          field.version = version
          field.fits = fits[field.id] ?? null
        }
        // What was wrong with earlier rows says nothing of those that are there now.
        if (problems[field.id] && isLatest(field.id)) panel?.showRowProblems(field, problems[field.id]!)
      }
      panel?.showWhatFits()
    },
  })
  panel = createPanel(
    fields,
    saver,
    createFinish(saver, displayed, () => view?.open ?? null),
  )
  watchConnection()
  watchState()
  new ResizeObserver(keepClearOfPanel).observe(panelElement)
}
desk.onchange = showDesk
showDesk()
const views = wireViews(fields, displayed, panel)
const showPrints = wirePrints(fields)
void firstPageShown().then(openDocument)
started()

/** What a column has room for; without it the panel leads through the fields all the same. */
function showDesk(): void {
  if (!panel || !desk.matches) return
  const { lead, follow } = panel
  import('./sign/desk.ts').then((it) => it.showDesk(fields, { lead, follow })).catch(console.info)
}

/** A phone shows two lines of a long message, and the rest on demand. */
function showWholeMessage(): void {
  const message = document.getElementById('message')
  if (!message || message.scrollHeight <= message.clientHeight) return
  const button = byId('message-whole')
  button.hidden = false
  button.onclick = () => {
    message.classList.remove('short')
    button.hidden = true
  }
}

/** Also after a failure: what could not be loaded is loaded anew. */
async function openDocument(): Promise<void> {
  showNotice(null)
  view?.close()
  for (const page of allPages()) removeUndrawn(page)
  displayed.startAgain()
  const again = () => void openDocument()
  const sheets = byId('pages')
  sheets.setAttribute('aria-busy', 'true')
  try {
    view = await showDocument(`${data.base}/document.pdf`, {
      onDrawn(page) {
        removeUndrawn(page)
        displayed.add('pages', [page])
      },
      onFailed(page, error) {
        console.error(error)
        displayed.fail([page])
        showUndrawn(page, () => waysOut(again, displayed))
      },
      onStalled(isStalled) {
        displayed.stall(isStalled)
        showNotice(isStalled ? { text: texts.errors.slow, again: reload } : null)
      },
    })
    wireZoom((percent) => fill(texts.zoom, { percent }))
    showPrints(view.open)
  } catch (error) {
    showNotice(
      error instanceof ViewerMissing
        ? { text: texts.errors.viewer, again: reload }
        : { text: texts.errors.document, again },
    )
    displayed.fail(allPages())
    console.error(error)
    reportError('unavailable')
    return
  } finally {
    sheets.removeAttribute('aria-busy')
  }
  // Sent only once the document is on screen: a mail scanner that opens the link changes nothing.
  try {
    await untilAnswered(() => call('POST', 'viewed', { timeZone }))
    postToHost({ type: 'viewed' })
    views.load()
    loadAhead()
  } catch (error) {
    if (!isOver(error)) throw error
    showNewState()
  }
}

/**
 * What a signer with a table needs at the end is fetched now: an update of the server replaces the files of a page that
 * is open. What fails here is asked for again when it is needed, and missed then in words.
 */
function loadAhead(): void {
  if (fields.some(({ kind }) => kind === 'table')) import('./sign/preview-dialog.ts').catch(() => {})
}

/** What keeps the whole document from being shown, and the ways out. Null: nothing. */
function showNotice(problem: { text: string; again: () => void } | null): void {
  const notice = byId('document-error')
  notice.hidden = problem === null
  if (!problem) return
  notice.querySelector('p')!.textContent = problem.text
  byId('document-ways').replaceChildren(...waysOut(problem.again, displayed))
}

/** A browser may keep what it failed to load until the page is loaded anew; entries are saved before. */
async function reload(): Promise<void> {
  await saver?.settle()
  location.reload()
}
