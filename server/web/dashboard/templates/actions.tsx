import { ButtonLink, Card, PostButton, Submit } from '../parts/pieces.tsx'
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
      {template.status === 'draft' && may(view, 'saveDraft') && <ButtonLink href={`${to}/settings`} label="Settings" />}
      {may(view, 'previewTemplate') && <ButtonLink href={`${to}/preview`} label="Preview" />}
      {template.status === 'draft' && may(view, 'lockTemplate') && isReady && (
        <form method="post" action={`${to}/lock`}>
          <input type="hidden" name="revision" value={String(template.revision)} />
          <Submit label="Lock" kind="primary" />
        </form>
      )}
      {template.status === 'locked' && draft.model.slots.length > 0 && may(view, 'instantiateTemplate') && (
        <>
          <ButtonLink href={`${to}/send`} label="Send" kind="primary" />
          <ButtonLink href={`${to}/csv`} label="Send to a list" />
        </>
      )}
      {template.status !== 'locked' && hasUploads && <ButtonLink href={`${to}/csv`} label="Lists sent before" />}
      {template.status === 'locked' && may(view, 'unlockTemplate') && (
        <ButtonLink href={`${to}/unlock`} label="Unlock" />
      )}
      {template.status === 'archived' && may(view, 'restoreTemplate') && (
        <PostButton action={`${to}/restore`} label="Restore" kind="primary" />
      )}
    </div>
  )
}

/** What is done less often. */
export function More({ view, state: { template } }: TemplateDetailProps) {
  const to = `/templates/${template.id}`
  return (
    <Card title="More" pad="buttons">
      {template.status === 'draft' && may(view, 'replaceTemplatePdf') && (
        <ButtonLink href={`${to}/replace`} label="Replace the PDF" kind="small" />
      )}
      {template.status === 'locked' && may(view, 'makeDirectLink') && (
        <ButtonLink href={`${to}/direct-link`} label="Direct link" kind="small" />
      )}
      {may(view, 'exportTemplate') && <ButtonLink href={`${to}/export.zip`} label="Export" kind="small" />}
      {may(view, 'duplicateTemplate') && <PostButton action={`${to}/duplicate`} label="Duplicate" kind="small" />}
      {template.status !== 'archived' && may(view, 'archiveTemplate') && (
        <ButtonLink href={`${to}/archive`} label="Archive" kind="small danger" />
      )}
    </Card>
  )
}
