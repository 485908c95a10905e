import type { Ctx } from '../../../context.ts'
import type { UploadedPdf } from '../../../domain/sending/draft.ts'
import type { Form } from '../form.ts'

/** The PDFs of a form on local disk; the caller discards them. */
export async function uploadsOf({ storage }: Pick<Ctx, 'storage'>, form: Form): Promise<UploadedPdf[]> {
  const uploads: UploadedPdf[] = []
  for (const file of form.files('file')) {
    const receiver = await storage.receive()
    try {
      for await (const chunk of file.stream()) await receiver.write(chunk)
      uploads.push({ file: await receiver.finish(), filename: file.name, mediaType: file.type || null })
    } catch (error) {
      await receiver.abort()
      throw error
    }
  }
  return uploads
}
