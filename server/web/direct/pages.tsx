import type { DirectPerson } from '../../domain/direct/ask.ts'
import type { DirectPage } from '../../domain/direct/open.ts'
import { fill } from '../../domain/fill.ts'
import type { PageAssets } from '../assets.ts'
import { LabelledInput } from '../labelled-input.tsx'
import { plural } from '../locales/format.ts'
import type { Language } from '../locales/index.ts'
import { Ask, Logo } from '../signing/sender.tsx'
import { StateCard } from '../signing/states.tsx'

interface Props {
  page: DirectPage
  language: Language
  assets: PageAssets
  /** The path of the direct link. */
  base: string
}

const common = ({ page, language, assets, base }: Props) => ({
  language,
  assets,
  sender: page.sender,
  logo: <Logo page={page} base={base} />,
  ask: <Ask page={page} language={language} />,
})

type Typed = Pick<DirectPerson, 'name' | 'email'>

/** Who asks for what, and who is there. @param props.wrong the field that was not accepted as it was typed */
export function WhoPage(props: Props & { typed?: Typed; wrong?: 'name' | 'email' | undefined }) {
  const { page, language, base, typed, wrong } = props
  const { direct: t, page: words, sms } = language.messages
  return (
    <StateCard {...common(props)} title={t.title} mark="mail">
      <p>{fill(t.what, { sender: page.sender, title: page.title })}</p>
      <p>{t.todo}</p>
      <form method="post" action={inLanguage(base, language)} class="stack">
        <LabelledInput
          name="name"
          label={words.yourName}
          error={wrong === 'name' && t.nameInvalid}
          type="text"
          autocomplete="name"
          maxlength={120}
          dir="auto"
          value={typed?.name}
        />
        <LabelledInput
          name="email"
          label={t.email}
          error={wrong === 'email' && t.emailInvalid}
          type="email"
          autocomplete="email"
          maxlength={254}
          dir="ltr"
          value={typed?.email}
        />
        <p class="actions">
          <button type="submit" class="button primary">
            {sms.send}
          </button>
        </p>
      </form>
    </StateCard>
  )
}

interface CodeProps extends Props {
  person: DirectPerson
  /** After a wrong code; null: the code is over, or was never right. Undefined: none was entered yet. */
  triesLeft?: number | null
}

/** Takes the code. One input instead of six boxes: paste, autofill and screen readers handle it. */
export function DirectCodePage(props: CodeProps) {
  const { language, base, person, triesLeft } = props
  const { direct: t, sms, page: words } = language.messages
  return (
    <StateCard {...common(props)} title={t.codeTitle} mark="mail">
      {triesLeft === null ? (
        <p class="error" role="alert">
          {words.sms.spent}
        </p>
      ) : (
        <>
          <p>{fill(t.sent, { email: person.email })}</p>
          <form method="post" class="stack">
            <LabelledInput
              name="code"
              label={t.code}
              help={t.codeHelp}
              error={triesLeft !== undefined && plural(language.locale, words.sms.wrong, triesLeft)}
              type="text"
              autocomplete="one-time-code"
              autocapitalize="characters"
              spellcheck={false}
              enterkeyhint="done"
              maxlength={20}
              dir="ltr"
            />
            <p class="actions">
              <button type="submit" class="button primary">
                {sms.confirm}
              </button>
            </p>
          </form>
        </>
      )}
      <form method="post" action={inLanguage(base, language)} class="asides">
        <input type="hidden" name="name" value={person.name} />
        <input type="hidden" name="email" value={person.email} />
        <button type="submit" class="link">
          {words.sms.resend}
        </button>
        <a href={inLanguage(base, language)}>{t.another}</a>
      </form>
    </StateCard>
  )
}

/** @param props.why `limited`: too many codes; `closed`: the link takes nobody; `full`: nothing can be begun now */
export function RefusedPage({ why, ...props }: Props & { why: 'limited' | 'closed' | 'full' }) {
  const { page, language } = props
  const t = language.messages.direct[why]
  return (
    <StateCard {...common(props)} title={t.title} mark={why === 'limited' ? 'wait' : 'stop'}>
      <p>{fill(t.what, { sender: page.sender })}</p>
    </StateCard>
  )
}

const inLanguage = (base: string, { locale }: Language) => `${base}?lang=${locale}`
