import { Card } from '../parts/pieces.tsx'
import { may } from '../state.ts'
import type { TemplateDetailProps } from './detail-props.ts'

/** What is done next with the template as it stands. */
export function Actions({ view, state }: TemplateDetailProps) {
  const { template, problems, offers, draft, hasUploads } = state
  const to = `/templates/${template.id}`
  const isReady = problems.length === 0 && offers.length === 0 && draft.model.boxes.length > 0
  return (
    <div class="buttons">
      {template.status === 'draft' && may(view, 'saveDraft') && (
        <a class={isReady ? 'btn' : 'btn primary'} href={`${to}/edit`}>
          Edit boxes
        </a>
      )}
      {template.status === 'draft' && may(view, 'saveDraft') && (
        <a class="btn" href={`${to}/settings`}>
          Settings
        </a>
      )}
      {may(view, 'previewTemplate') && (
        <a class="btn" href={`${to}/preview`}>
          Preview
        </a>
      )}
      {template.status === 'draft' && may(view, 'lockTemplate') && isReady && (
        <form method="post" action={`${to}/lock`}>
          <input type="hidden" name="revision" value={String(template.revision)} />
          <button type="submit" class="btn primary">
            Lock
          </button>
        </form>
      )}
      {template.status === 'locked' && draft.model.slots.length > 0 && may(view, 'instantiateTemplate') && (
        <>
          <a class="btn primary" href={`${to}/send`}>
            Send
          </a>
          <a class="btn" href={`${to}/csv`}>
            Send from CSV
          </a>
        </>
      )}
      {template.status !== 'locked' && hasUploads && (
        <a class="btn" href={`${to}/csv`}>
          Sent from CSV
        </a>
      )}
      {template.status === 'locked' && may(view, 'unlockTemplate') && (
        <a class="btn" href={`${to}/unlock`}>
          Unlock
        </a>
      )}
      {template.status === 'archived' && may(view, 'restoreTemplate') && (
        <form method="post" action={`${to}/restore`}>
          <button type="submit" class="btn primary">
            Restore
          </button>
        </form>
      )}
    </div>
  )
}

/** What is done less often. */
export function More({ view, state: { template } }: TemplateDetailProps) {
  const to = `/templates/${template.id}`
  return (
    <Card title="More">
      <div class="pad buttons">
        {template.status === 'draft' && may(view, 'replaceTemplatePdf') && (
          <a class="btn small" href={`${to}/replace`}>
            Replace the PDF
          </a>
        )}
        {may(view, 'exportTemplate') && (
          <a class="btn small" href={`${to}/export.zip`}>
            Export
          </a>
        )}
        {may(view, 'duplicateTemplate') && (
          <form method="post" action={`${to}/duplicate`}>
            <button type="submit" class="btn small">
              Duplicate
            </button>
          </form>
        )}
        {template.status !== 'archived' && may(view, 'archiveTemplate') && (
          <a class="btn small danger" href={`${to}/archive`}>
            Archive
          </a>
        )}
      </div>
    </Card>
  )
}
