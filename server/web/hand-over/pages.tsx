import { fill } from '../../domain/fill.ts'
import type { Proposal } from '../../domain/signing/read-proposal.ts'
import type { PageAssets } from '../assets.ts'
import { LabelledInput } from '../labelled-input.tsx'
import type { Language } from '../locales/index.ts'
import { StateCard } from '../signing/states.tsx'

interface Props {
  language: Language
  assets: PageAssets
}

/** Asks the sender once more; `wrongPhone` is what was entered as the phone and not accepted. */
export function HandOverPage({
  proposal,
  wrongPhone,
  language,
  assets,
}: Props & { proposal: Proposal; wrongPhone?: string }) {
  const t = language.messages.handOver
  const { current, proposed } = proposal
  const names = { name: current.name ?? current.email, title: proposal.title }
  return (
    <StateCard language={language} assets={assets} title={t.title} mark="wait" sender={proposal.workspace}>
      <p>{fill(t.what, names)}</p>
      <dl class="people">
        <dt>{t.now}</dt>
        <dd>
          <Person {...current} />
        </dd>
        <dt>{t.instead}</dt>
        <dd>
          <Person {...proposed} />
        </dd>
      </dl>
      <p>{fill(t.todo, names)}</p>
      <form method="post" class="stack">
        {proposal.needsPhone && (
          <LabelledInput
            name="phone"
            label={t.phone}
            help={t.phoneHelp}
            error={wrongPhone !== undefined && t.phoneInvalid}
            type="tel"
            autocomplete="off"
            dir="ltr"
            value={wrongPhone}
          />
        )}
        <p class="actions">
          <button type="submit" class="primary">
            {t.confirm}
          </button>
          <button type="submit" class="quiet" name="do" value="ignore" formnovalidate>
            {fill(t.ignore, names)}
          </button>
        </p>
      </form>
    </StateCard>
  )
}

export function PassedOnPage({
  proposal,
  isInvited,
  language,
  assets,
}: Props & { proposal: Proposal; isInvited: boolean }) {
  const t = language.messages.handOver
  const names = { name: proposal.proposed.name, title: proposal.title }
  return (
    <StateCard language={language} assets={assets} title={t.doneTitle} mark="done" sender={proposal.workspace}>
      <p>{fill(isInvited ? t.done : t.doneQuiet, names)}</p>
    </StateCard>
  )
}

export function IgnoredPage({ proposal, language, assets }: Props & { proposal: Proposal }) {
  const t = language.messages.handOver
  const { current, title, workspace } = proposal
  return (
    <StateCard language={language} assets={assets} title={t.ignoredTitle} mark="done" sender={workspace}>
      <p>{fill(t.ignored, { name: current.name ?? current.email, title })}</p>
    </StateCard>
  )
}

export function GonePage({ language, assets }: Props) {
  const t = language.messages.handOver
  return (
    <StateCard language={language} assets={assets} title={t.goneTitle} mark="stop">
      <p>{t.gone}</p>
    </StateCard>
  )
}

function Person({ name, email }: { name: string | null; email: string }) {
  return (
    <>
      {name && (
        <>
          <bdi>{name}</bdi>
          <br />
        </>
      )}
      <bdi>{email}</bdi>
    </>
  )
}
