/** A draft: saved while it is typed, with its fields placed on its pages, and one question before it is sent. */
import './dashboard.ts'
import { byId } from './dom.ts'
import { startPeople } from './draft/people.ts'
import { startPlacing } from './draft/placing.ts'
import { saveWhileTyped } from './draft/saving.ts'
import { startSummary } from './draft/summary.ts'

const draft = document.getElementById('draft') as HTMLFormElement | null
const paper = document.getElementById('paper')
/** On a small screen the boxes are placed by the form, on a page of its own. */
const isWide = !matchMedia('(max-width: 64rem)').matches
const placing = paper && !isWide ? null : (document.getElementById('placing') as HTMLFormElement | null)

if (paper && draft && isWide) {
  paper.hidden = false
  draft.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'beside', value: '1' }))
}
const saver = saveWhileTyped([draft, placing].filter((form) => form !== null))
if (placing && !matchMedia('(max-width: 48rem)').matches) startPlacing(placing)
if (draft) {
  startPeople(draft)
  startSummary(byId('sending'), saver)
}
