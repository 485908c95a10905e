import type { Context } from 'hono'
import type { Ctx } from '../../context.ts'
import type { UploadedPdf } from '../../domain/sending/draft.ts'
import { type FormFile, readFormUpload } from '../../http/form-upload.ts'
import { assertAsOpened, FORM_MAX_BYTES, type Form, formOf, formOfTexts, isMultipart, maxBytesOf } from './form.ts'

/**
 * A form with PDFs in its field `file`, which are on local disk.
 * @throws HttpError as `formWithFiles`
 */
export async function formWithPdfs(ctx: Pick<Ctx, 'storage'>, c: Context) {
  const { form, files } = await formWithFiles(ctx, c, 'file')
  return { form, uploads: files.map(({ name: _, ...upload }): UploadedPdf => upload) }
}

/**
 * A form and the files of one of its fields, which are on local disk; the caller discards them.
 * @throws HttpError as `readFormUpload` and `assertAsOpened`
 */
export async function formWithFiles(
  { storage }: Pick<Ctx, 'storage'>,
  c: Context,
  name: string,
): Promise<{ form: Form; files: FormFile[] }> {
  if (!isMultipart(c)) return { form: await formOf(c), files: [] }
  const limits = { bytes: maxBytesOf(c), textBytes: FORM_MAX_BYTES }
  const upload = await readFormUpload(storage, c.req.header('content-type') ?? '', c.req.raw.body, limits)
  const files: FormFile[] = []
  for (const one of upload.files) {
    if (one.name === name) files.push(one)
    else await one.file.discard()
  }
  const form = formOfTexts(upload.texts)
  try {
    await assertAsOpened(c, form)
  } catch (error) {
    for (const { file } of files) await file.discard()
    throw error
  }
  return { form, files }
}
