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

/** The content of an email; the HTML and the plain text part are both rendered from it, so that they agree. */
export interface MailContent {
  locale: string
  subject: string
  sender: string
  heading: string
  /** The recipient's name, or null when it is not known. */
  name: string | null
  paragraphs: string[]
  quote: { title: string; text: string } | null
  button: { label: string; url: string } | null
  facts: { label: string; value: string }[]
  small: string[]
}

const INK = '#1c2330'
const MUTED = '#5b6474'
const LINE = '#dfe3ea'
const BRAND = '#1f4fd8'
const FONT = "-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif"

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
  const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>`
  return html`<html lang="${content.locale}" dir="${directionOf(toLocale(content.locale))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${oneLine(content.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f7"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:14px">
<tr><td style="padding:32px 32px 24px;font:16px/1.55 ${new SafeHtml(FONT)};color:${INK};overflow-wrap:anywhere">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${content.heading}</h1>
${paragraph(greeting)}
${content.paragraphs.map(paragraph)}
${content.quote && quotePart(content.quote)}
${content.button && buttonPart(content.button, fallback)}
${content.facts.map(({ label, value }) => html`<p style="margin:0 0 16px;font-size:13px;color:${MUTED}">${label}<br><span style="font-family:ui-monospace,Menlo,Consolas,monospace;color:${INK}">${value}</span></p>`)}
${content.small.map((text) => html`<p style="margin:0 0 10px;font-size:13px;color:${MUTED}">${text}</p>`)}
</td></tr></table>
<p style="margin:16px 0 0;font:12px/1.5 ${new SafeHtml(FONT)};color:${MUTED}">${footer}</p>
</td></tr></table>
</body>
</html>`
}

function quotePart({ title, text }: { title: string; text: string }): SafeHtml {
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => html`${index > 0 ? html`<br>` : null}${line}`)
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr><td style="padding:12px 16px;background:#f3f4f7;border-radius:10px"><p style="margin:0 0 4px;font-size:13px;color:${MUTED}">${title}</p><p style="margin:0">${lines}</p></td></tr></table>`
}

function buttonPart({ label, url }: { label: string; url: string }, fallback: string): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="background:${BRAND};border-radius:10px"><a href="${url}" style="display:inline-block;padding:14px 28px;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></td></tr></table>
<p style="margin:0 0 20px;font-size:13px;color:${MUTED}">${fallback}<br><a href="${url}" style="color:${BRAND};word-break:break-all">${url}</a></p>`
}

function textPart(content: MailContent, greeting: string, footer: string): string {
  const blocks = [
    greeting,
    ...content.paragraphs,
    content.quote && `${content.quote.title}:\n${content.quote.text.replace(/^/gm, '> ')}`,
    content.button && `${content.button.label}:\n${content.button.url}`,
    ...content.facts.map(({ label, value }) => `${label}:\n${value}`),
    ...content.small,
    `-- \n${footer}`,
  ]
  return `${blocks.filter((block) => block !== null).join('\n\n')}\n`
}

/** A subject is a single line, whatever the title contains. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
