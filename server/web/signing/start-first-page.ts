import type { Ctx } from '../../context.ts'
import type { SignerActor } from '../../domain/actor.ts'
import { firstPageForSigner } from '../../domain/documents/pictures.ts'

/** The picture of the first page is under way while the page travels to the browser, which asks for it next. */
export function startFirstPage(ctx: Ctx, actor: SignerActor): void {
  firstPageForSigner(ctx, actor).catch((error: unknown) =>
    ctx.log.debug({ err: error }, 'no picture of the first page'),
  )
}
