import type { Child } from 'hono/jsx'
import { fill } from '../../domain/fill.ts'
import type { PassedOn, SignerPage } from '../../domain/signing/page.ts'
import type { PageAssets } from '../assets.ts'
import { LanguageMenu } from '../language-menu.tsx'
import { Layout } from '../layout.tsx'
import { LocalTime } from '../local-time.tsx'
import { plural } from '../locales/format.ts'
import type { Language } from '../locales/index.ts'
import { SignerList } from './intro.tsx'
import { NotStarted } from './not-started.tsx'
import { Ask, Logo } from './sender.tsx'

/**
 * The states in which there is nothing to sign. Each page says what happened, what to do now and whom to contact.
 */

interface CardProps {
  language: Language
  assets: PageAssets
  title: string
  mark: Mark
  /** Who sent the document, above the heading; null for an unknown link. */
  sender?: string | null
  /** Of the sender. */
  logo?: Child
  ask?: Child
  children: Child
}

type Mark = 'done' | 'wait' | 'warn' | 'stop' | 'phone' | 'mail'

/** The icon repeats the heading by its shape, not by colour alone. */
const MARKS: Record<Mark, string> = {
  done: 'M7 12.5l3.2 3.2L17 9',
  wait: 'M12 7v5.2l3.4 2',
  warn: 'M12 6.5v7m0 3.4v.1',
  stop: 'M8.5 8.5l7 7m0-7l-7 7',
  phone: 'M8.5 5.5h7v13h-7zM11 16h2',
  mail: 'M6.5 8h11v8.5h-11zM6.5 8.5l5.5 4.5 5.5-4.5',
}

export function StateCard({ language, assets, title, mark, sender, logo, ask, children }: CardProps) {
  return (
    <Layout language={language} title={title} assets={assets} kind="card">
      {language.isChoosable && <LanguageMenu language={language} />}
      <main>
        <div class="card">
          {logo}
          <StateMark mark={mark} />
          {sender && <p class="sender">{sender}</p>}
          <h1>{title}</h1>
          {children}
          {ask && <p class="ask">{ask}</p>}
        </div>
      </main>
    </Layout>
  )
}

/** @param hidden shown by the page's script */
export function StateMark({ mark, hidden = false }: { mark: Mark; hidden?: boolean }) {
  return (
    <svg class={`mark ${mark}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false" hidden={hidden}>
      <circle cx="12" cy="12" r="11" />
      <path d={MARKS[mark]} />
    </svg>
  )
}

interface StateProps {
  language: Language
  assets: PageAssets
}

export function UnknownLink({ language, assets }: StateProps) {
  const t = language.messages.states.unknown
  return (
    <StateCard language={language} assets={assets} title={t.title} mark="stop" ask={t.ask}>
      <p>{t.what}</p>
      <p>{t.todo}</p>
    </StateCard>
  )
}

/** To whoever has named the person who signs instead. */
export function PassedOnLink({ passedOn, language, assets }: StateProps & { passedOn: PassedOn }) {
  const t = language.messages.states.passedOn
  return (
    <StateCard language={language} assets={assets} title={t.title} mark="done" sender={passedOn.sender}>
      <p>{fill(t.what, { sender: passedOn.sender, title: passedOn.title, name: passedOn.name })}</p>
      <p>{language.messages.states.withdrawn.todo}</p>
    </StateCard>
  )
}

/** An unexpected failure: shows the request id and nothing else about it. */
export function Failed({ language, assets, requestId }: StateProps & { requestId: string | null }) {
  const t = language.messages.states.failed
  return (
    <StateCard language={language} assets={assets} title={t.title} mark="stop">
      <p>{t.what}</p>
      <p>{t.todo}</p>
      {requestId && <p class="ask">{fill(t.reference, { id: requestId })}</p>}
    </StateCard>
  )
}

type ClosedPage = Extract<SignerPage, { state: 'queued' | 'expired' | 'withdrawn' | 'declined' }>

export function ClosedRequest({ page, language, assets, base }: StateProps & { page: ClosedPage; base: string }) {
  const { states, open } = language.messages
  const names = { sender: page.sender, title: page.title }
  const common = { language, assets, sender: page.sender, logo: <Logo page={page} base={base} /> }
  if (page.state === 'queued' && page.completableReason !== null) {
    return (
      <StateCard {...common} title={open.deadTitle} mark="stop">
        <p>{fill(states.signed.dead, names)}</p>
      </StateCard>
    )
  }
  const t = states[page.state]
  const at = { queued: null, expired: page.expiresAt, withdrawn: page.withdrawnAt, declined: page.declinedAt }[
    page.state
  ]
  return (
    <StateCard
      {...common}
      title={t.title}
      mark={page.state === 'queued' ? 'wait' : 'stop'}
      ask={<Ask page={page} language={language} />}
    >
      <p>
        {fill(t.what, names)} <When language={language} at={at} />
      </p>
      {page.withdrawalReason !== null && (
        <blockquote class="reason" dir="auto">
          {page.withdrawalReason}
        </blockquote>
      )}
      <p>{fill(t.todo, names)}</p>
      {page.state === 'declined' && <BackToSender page={page} language={language} />}
    </StateCard>
  )
}

/** The way back to the sender's own site, to exactly the address that the sender gave; not in a frame. */
function BackToSender({
  page,
  language,
}: {
  page: Pick<SignerPage & { returnUrl: string | null }, 'returnUrl'>
  language: Language
}) {
  if (page.returnUrl === null || !language.isChoosable) return null
  return (
    <p class="actions">
      <a class="button primary" href={page.returnUrl} rel="noreferrer">
        {fill(language.messages.states.back, { site: new URL(page.returnUrl).host })}
      </a>
    </p>
  )
}

type SignedPage = Extract<SignerPage, { state: 'signed' }>

/**
 * The signer has signed: others still have to, or the file is being sealed, is ready, or has been deleted.
 * The sealing page polls with a script and turns into the finished one without a reload.
 */
export function SignedRequest({ page, language, assets, base }: StateProps & { page: SignedPage; base: string }) {
  const { states } = language.messages
  const names = { sender: page.sender, title: page.title }
  const ask = <Ask page={page} language={language} />
  const common = { language, assets, sender: page.sender, logo: <Logo page={page} base={base} /> }
  if (page.deleted) {
    return (
      <StateCard {...common} title={states.deleted.title} mark="stop">
        <p>{fill(states.deleted.what, names)}</p>
        <p>{fill(states.deleted.todo, names)}</p>
      </StateCard>
    )
  }
  if (page.sealed || (page.remaining === 0 && !page.abandoned))
    return <Finished page={page} base={base} ask={ask} {...common} />
  const t = states.signed
  const isDead = page.completableReason !== null || page.abandoned
  return (
    <StateCard {...common} title={t.title} mark="done" ask={ask}>
      <p>
        {fill(t.what, names)} <When language={language} at={page.signedAt} />
      </p>
      <p>
        {isDead
          ? fill(page.abandoned ? t.abandoned : t.dead, names)
          : plural(language.locale, t.waiting, page.remaining)}
      </p>
      <section class="people" aria-label={language.messages.open.signers}>
        <SignerList signers={page.signers} language={language} />
      </section>
      {!isDead && (
        <p id="waiting" data-status={`${base}/status`} data-remaining={page.remaining}>
          {fill(t.keepLink, names)}
        </p>
      )}
      <BackToSender page={page} language={language} />
    </StateCard>
  )
}

interface FinishedProps extends StateProps {
  page: SignedPage
  base: string
  sender: string
  logo: Child
  ask: Child
}

function Finished({ page, language, assets, base, sender, logo, ask }: FinishedProps) {
  const { sealing, sealed, signed } = language.messages.states
  const names = { sender: page.sender, title: page.title }
  return (
    <StateCard
      language={language}
      assets={assets}
      sender={sender}
      logo={logo}
      title={page.sealed ? sealed.title : sealing.title}
      mark="done"
      ask={ask}
    >
      {!page.sealed && (
        <div
          id="sealing"
          data-status={`${base}/status`}
          data-ready={sealed.ready}
          data-title={sealed.title}
          data-late={sealing.late}
        >
          {!page.sealDelayed && <p>{fill(sealing.what, names)}</p>}
          <p class="working">
            {!page.sealDelayed && <span class="spinner" aria-hidden="true" />}
            <span id="sealing-text" role="status">
              {page.sealDelayed ? sealing.late : sealing.working}
            </span>
          </p>
          <p>{fill(signed.keepLink, names)}</p>
          <NotStarted language={language} file={null} />
        </div>
      )}
      <div id="sealed" hidden={!page.sealed}>
        <p>{fill(sealed.what, names)}</p>
        <p>{sealed.todo}</p>
        <p class="actions">
          <a class="button primary" href={`${base}/signed.pdf?download`} id="download">
            {sealed.download}
          </a>
          <a class="button quiet" href={`${base}/signed.pdf`} target="_blank" rel="noreferrer">
            {sealed.open}
          </a>
        </p>
        {page.sealedSha256 && (
          <p class="fingerprint">
            {sealed.fingerprint}
            <br />
            <code>{page.sealedSha256}</code>
          </p>
        )}
        <p>
          <a href={`/verify?lang=${language.locale}`} target="_blank" rel="noreferrer">
            {sealed.check}
          </a>
        </p>
      </div>
      <BackToSender page={page} language={language} />
    </StateCard>
  )
}

function When({ language, at }: { language: Language; at: string | null }) {
  if (at === null) return null
  return (
    <span class="when">
      (<LocalTime language={language} at={at} />)
    </span>
  )
}
