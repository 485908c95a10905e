import type { Context } from 'hono'
import type { Ctx } from '../../context.ts'
import type { UploadedPdf } from '../../domain/sending/draft.ts'
import { readFormUpload } from '../../http/form-upload.ts'
import { assertInWorkspace, FORM_MAX_BYTES, type Form, formOf, formOfTexts, isMultipart, maxBytesOf } from './form.ts'

/**
 * A form with PDFs in its field `file`, which are on local disk.
 * @throws HttpError as `readFormUpload` and `assertInWorkspace`
 */
export async function formWithPdfs(
  { storage }: Pick<Ctx, 'storage'>,
  c: Context,
): Promise<{ form: Form; uploads: UploadedPdf[] }> {
  if (!isMultipart(c)) return { form: await formOf(c), uploads: [] }
  const limits = { bytes: maxBytesOf(c), textBytes: FORM_MAX_BYTES }
  const { texts, files } = await readFormUpload(storage, c.req.header('content-type') ?? '', c.req.raw.body, limits)
  const uploads: UploadedPdf[] = []
  for (const { name, ...upload } of files) {
    if (name === 'file') uploads.push(upload)
    else await upload.file.discard()
  }
  const form = formOfTexts(texts)
  try {
    await assertInWorkspace(c, form)
  } catch (error) {
    for (const { file } of uploads) await file.discard()
    throw error
  }
  return { form, uploads }
}
