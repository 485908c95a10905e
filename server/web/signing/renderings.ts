import type { Ctx } from '../../context.ts'
import type { SignerActor } from '../../domain/actor.ts'
import { takeToken } from '../../domain/records/calls/rate-limit.ts'
import { PAGE_RENDERS } from '../../limits.ts'

export interface Renderings {
  /** The page of a valid link: rendered for this request or, beyond the link's budget, at most a second ago. */
  of(actor: SignerActor, variant: string, render: () => Promise<string>): Promise<string>
}

interface Rendering {
  at: number
  html: Promise<string>
}

/**
 * A valid link always gets its page, however often it is opened (decision 0450). Whoever opens it more often than a
 * person does costs one rendering a second in each process: the rest get the latest. The page's calls check everything
 * again, so that an old page can change nothing.
 */
export function createRenderings(ctx: Ctx): Renderings {
  const latest = new Map<string, Rendering>()

  function reuse(key: string, render: () => Promise<string>): Promise<string> {
    const now = ctx.clock.now().getTime()
    for (const [old, { at }] of latest) if (now - at >= PAGE_RENDERS.reusedMs) latest.delete(old)
    const known = latest.get(key)
    if (known) return known.html
    const html = render()
    latest.set(key, { at: now, html })
    // A failure is not kept.
    html.catch(() => latest.delete(key))
    return html
  }

  return {
    async of(actor, variant, render) {
      const { allowed } = await takeToken(ctx, `page:${actor.signingRequestId}`, PAGE_RENDERS)
      return allowed ? render() : reuse(JSON.stringify([actor.signingRequestId, variant]), render)
    },
  }
}
