import { isReadable, textOn } from '../../colour.ts'
import { fill } from '../../fill.ts'
import { directionOf, toLocale } from '../../locales.ts'
import { html, SafeHtml } from '../html.ts'
import { mailTexts } from '../locales/index.ts'

/** An email in the form the mail adapters accept, without its recipient. */
export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** What the workspace's emails look like. */
export interface Look {
  /** `#rrggbb` of the button; null: ours. */
  color: string | null
  /** The `cid` of the logo among the attachments; null: no logo. */
  logo: string | null
}

/** The content of an email; the HTML and the plain text part are both rendered from it, so that they agree. */
export interface MailContent {
  locale: string
  subject: string
  sender: string
  look: Look
  heading: string
  /** The recipient's name, or null when it is not known. */
  name: string | null
  paragraphs: string[]
  quote: { title: string; text: string } | null
  button: { label: string; url: string } | null
  facts: { label: string; value: string; plain?: boolean; isLink?: boolean }[]
  small: string[]
  /** Where the reader chooses which mails they get; null: nowhere. */
  choose?: { label: string; url: string } | null
}

/** Whoever is told what became of a document. */
export interface Addressee {
  to: string
  name: string | null
  /** A person of the dashboard; false: the address that the workspace notifies. */
  isPerson: boolean
  locale: string
  /** At the end of the mail: why they get it, and where they choose. */
  foot: Pick<MailContent, 'small' | 'choose'>
  /** Of the document in the dashboard. */
  button: { label: string; url: string }
}

const LIGHT = { page: '#f3f4f7', card: '#ffffff', ink: '#1c2330', muted: '#5b6474', line: '#dfe3ea' } as const
const BRAND = '#1f4fd8'
const FONT = "-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif"

/**
 * In dark mode, by media query (Apple Mail, Outlook on phones, Thunderbird) and by Outlook's own attribute. The inline
 * styles are the light form, for clients that know neither. The logo keeps a white ground, which it was made for.
 */
const DARK: [selector: string, style: string][] = [
  ['.page', 'background:#101317!important'],
  ['.card', 'background:#1b2027!important;border-color:#343b46!important'],
  ['.ink', 'color:#e9ecf1!important'],
  ['.muted', 'color:#a8b1be!important'],
  ['.quote', 'background:#262d37!important'],
  ['.link', 'color:#93b2ff!important'],
]
const rules = (prefix: string) => DARK.map(([selector, style]) => `${prefix}${selector}{${style}}`).join('')
const STYLE = new SafeHtml(
  `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}</style>`,
)

/**
 * Renders both parts. Uses tables and inline styles, because mail clients support little else; loads nothing external.
 */
export function renderMail(content: MailContent): RenderedMail {
  const texts = mailTexts(content.locale)
  const greeting = content.name ? fill(texts.greeting, { name: content.name }) : texts.greetingUnnamed
  const footer = fill(texts.footer, { sender: content.sender })
  return {
    subject: oneLine(content.subject),
    html: `<!doctype html>\n${htmlPart(content, greeting, footer)}`,
    text: textPart(content, greeting, footer),
  }
}

function htmlPart(content: MailContent, greeting: string, footer: string): SafeHtml {
  const { fallback } = mailTexts(content.locale)
  const { look } = content
  const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>`
  const font = new SafeHtml(FONT)
  return html`<html lang="${content.locale}" dir="${directionOf(toLocale(content.locale))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${oneLine(content.subject)}</title>
${STYLE}
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.page}"><tr><td align="center" style="padding:32px 12px">
${look.logo && logoPart(look.logo, content.sender)}
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px">
<tr><td class="ink" style="padding:32px 32px 24px;font:16px/1.55 ${font};color:${LIGHT.ink};overflow-wrap:anywhere">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${content.heading}</h1>
${paragraph(greeting)}
${content.paragraphs.map(paragraph)}
${content.quote && quotePart(content.quote)}
${content.facts.map(factPart)}
${content.button && buttonPart(content.button, fallback, look.color ?? BRAND)}
${content.small.map((text) => html`<p class="muted" style="margin:0 0 10px;font-size:13px;color:${LIGHT.muted}">${text}</p>`)}
${content.choose ? choosePart(content.choose) : null}
</td></tr></table>
<p class="muted" style="margin:16px 0 0;font:12px/1.5 ${font};color:${LIGHT.muted};overflow-wrap:anywhere">${footer}</p>
</td></tr></table>
</body>
</html>`
}

function logoPart(cid: string, sender: string): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td style="padding:8px 14px;background:#ffffff;border-radius:10px"><img src="cid:${cid}" alt="${sender}" height="40" style="display:block;height:40px;width:auto;max-width:260px;border:0"></td></tr></table>`
}

function quotePart({ title, text }: { title: string; text: string }): SafeHtml {
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => html`${index > 0 ? html`<br>` : null}${line}`)
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr><td class="quote" style="padding:12px 16px;background:${LIGHT.page};border-radius:10px"><p class="muted" style="margin:0 0 4px;font-size:13px;color:${LIGHT.muted}">${title}</p><p dir="auto" style="margin:0">${lines}</p></td></tr></table>`
}

function factPart({ label, value, plain, isLink }: MailContent['facts'][number]): SafeHtml {
  if (isLink)
    return html`<p style="margin:0 0 16px;font-size:13px"><a class="link" href="${value}" style="color:${BRAND}">${label}</a></p>`
  const font = plain ? 'font-size:16px' : 'font-family:ui-monospace,Menlo,Consolas,monospace'
  return html`<p class="muted" style="margin:0 0 16px;font-size:13px;color:${LIGHT.muted}">${label}<br><span class="ink" style="${font};color:${LIGHT.ink}">${value}</span></p>`
}

function buttonPart({ label, url }: { label: string; url: string }, fallback: string, color: string): SafeHtml {
  const link = isReadable(color, LIGHT.card) ? color : BRAND
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="background:${color};border-radius:10px"><a href="${url}" style="display:inline-block;padding:14px 28px;color:${textOn(color)};font-weight:600;text-decoration:none">${label}</a></td></tr></table>
<p class="muted" style="margin:0 0 20px;font-size:13px;color:${LIGHT.muted}">${fallback}<br><a class="link" href="${url}" style="color:${link};word-break:break-all">${url}</a></p>`
}

function choosePart({ label, url }: { label: string; url: string }): SafeHtml {
  return html`<p class="muted" style="margin:0 0 10px;font-size:13px;color:${LIGHT.muted}"><a class="muted" href="${url}" style="color:${LIGHT.muted}">${label}</a></p>`
}

function textPart(content: MailContent, greeting: string, footer: string): string {
  const blocks = [
    greeting,
    ...content.paragraphs,
    content.quote && `${content.quote.title}:\n${content.quote.text.replace(/^/gm, '> ')}`,
    ...content.facts.map(({ label, value }) => `${label}:\n${value}`),
    content.button && `${content.button.label}:\n${content.button.url}`,
    ...content.small,
    content.choose && `${content.choose.label}:\n${content.choose.url}`,
    `-- \n${footer}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** A subject is a single line, whatever the title contains. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
