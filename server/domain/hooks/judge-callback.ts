import type { Ctx } from '../../context.ts'
import { ApiError } from '../../errors.ts'

/**
 * Refuses a `callback_url` that could never be delivered to, before anything is created (`decisions`, Create).
 * @throws ApiError 400 `invalid_request`, `https_required` or `url_not_public`
 */
export async function judgeCallback(ctx: Pick<Ctx, 'outbound'>, url: string): Promise<void> {
  switch (await ctx.outbound.judgeUrl(url)) {
    case 'ok':
      return
    case 'not_a_url':
      throw new ApiError('invalid_request', 'callback_url must be a URL of at most 2,048 characters', {
        meta: { path: 'callback_url' },
      })
    case 'https_required':
      throw new ApiError('https_required', 'callback_url must be https')
    case 'url_not_public':
      throw new ApiError('url_not_public', 'callback_url must be, or resolve to, a public address')
  }
}
