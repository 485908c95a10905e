import type { Context } from 'hono'
import type { Ctx } from '../../../context.ts'
import { type Form, unlessTooLarge } from '../form.ts'
import { formWithFiles } from '../uploads.ts'

const MAX_BYTES = 4 * 1024 * 1024

export const LOGO_TOO_LARGE = `The logo is larger than ${MAX_BYTES / 1024 / 1024} MB. Nothing was changed.`

export interface FormWithLogo {
  form: Form
  /** As it was uploaded; undefined: none was chosen. */
  picture: Uint8Array | 'too_large' | undefined
}

/** The form of the settings; null: larger than any form, so that nothing of it is known. @throws as `formWithFiles` */
export async function formWithLogo(ctx: Ctx, c: Context): Promise<FormWithLogo | null> {
  const read = await unlessTooLarge(c, formWithFiles(ctx, c, 'picture'))
  if (read === null) return null
  const { form, files } = read
  try {
    const chosen = files[0]?.file
    if (!chosen) return { form, picture: undefined }
    return { form, picture: chosen.size > MAX_BYTES ? 'too_large' : await chosen.whole() }
  } finally {
    for (const { file } of files) await file.discard()
  }
}
