import type { SignerStatus } from '../../db/schema.ts'
import type { PageAssets } from '../assets.ts'
import type { Language } from '../locales/index.ts'
import { StateCard } from '../signing/states.tsx'
import type { NoDocument } from './frame.ts'

interface Props {
  why: NoDocument
  /** How the request ended, when its session is completed. */
  status: SignerStatus | null
  language: Language
  assets: PageAssets
  base: string
}

/** States that exist only in a frame. Each says what happened and what to do, usually outside the frame. */
export function ClosedFrame({ why, status, language, assets, base }: Props) {
  const { embed, states } = language.messages
  if (why === 'done') {
    const isSigned = status === 'signed'
    return (
      <StateCard
        language={language}
        assets={assets}
        title={isSigned ? states.signed.title : embed.done.title}
        mark={isSigned ? 'done' : 'stop'}
      >
        <p>{embed.done.what}</p>
      </StateCard>
    )
  }
  const t = embed[why]
  const again = why === 'unavailable' || why === 'failed' || why === 'sms_required'
  return (
    <StateCard language={language} assets={assets} title={t.title} mark={again ? 'wait' : 'stop'}>
      <p>{t.what}</p>
      <p>{t.todo}</p>
      {again && (
        <p class="actions">
          <a class="button primary" href={base}>
            {embed.again}
          </a>
        </p>
      )}
    </StateCard>
  )
}
