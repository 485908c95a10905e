import { type DraftRow, draftTitle } from '../../../domain/drafts/read.ts'
import { LIST, REMIND } from '../../../limits.ts'
import { DaysToSign, EntryField, type Problems, Select, TextArea } from '../parts/form.tsx'
import { Card } from '../parts/pieces.tsx'
import { reminderChoice } from './entries.ts'
import { inWords } from './saved.ts'

const REMINDERS: [string, string][] = [
  ['', 'As set for the workspace'],
  [reminderChoice([]), 'None'],
  ...REMIND.choices.map((days): [string, string] => [reminderChoice(days), `After ${inWords(days.map(String))} days`]),
]

/** What its people are told, and what applies while they sign. */
export function Terms({ draft, problems, folders }: { draft: DraftRow; problems: Problems; folders: string[] }) {
  const { subject, message, observers, expires_in_days, reminder_days = null, folder = null } = draft.model
  const isUsed = observers.length > 0 || [expires_in_days, reminder_days, folder].some((one) => one !== null)
  const isWrong = ['expires_in_days', 'observers', 'folder'].some((name) => problems[name] !== undefined)
  return (
    <Card title="Email" pad="stack">
      <EntryField
        name="subject"
        label="Subject"
        value={subject ?? ''}
        maxlength={200}
        placeholder={`… asks you to sign: ${draftTitle(draft)}`}
        problems={problems}
      />
      <TextArea name="message" label="Message" value={message ?? ''} maxlength={2000} problems={problems} />
      <details open={isUsed || isWrong}>
        <summary>Deadline, reminders, copies and folder</summary>
        <div class="stack">
          <DaysToSign
            value={expires_in_days === null ? '' : String(expires_in_days)}
            hint="From the invitation. Empty: as set for the workspace."
            problems={problems}
          />
          <Select
            name="reminder_days"
            label="Reminders"
            value={reminderChoice(reminder_days)}
            options={REMINDERS}
            hint="To whoever has not signed yet."
          />
          <TextArea
            name="observers"
            label="Copies when it is signed"
            hint="Email addresses, one on each line."
            value={observers.join('\n')}
            rows={2}
            problems={problems}
          />
          <EntryField
            name="folder"
            label="Folder"
            value={folder ?? ''}
            maxlength={LIST.folderName}
            list="folders"
            autocomplete="off"
            hint="Only this workspace sees it."
            problems={problems}
          />
          <datalist id="folders">
            {folders.map((name) => (
              <option value={name} />
            ))}
          </datalist>
        </div>
      </details>
    </Card>
  )
}
