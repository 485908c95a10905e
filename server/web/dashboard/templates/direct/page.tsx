import type { TemplateLink } from '../../../../domain/direct/manage.ts'
import { directionOf } from '../../../../domain/locales.ts'
import { languageOf } from '../../../locales/index.ts'
import { qrCode } from '../../../qr-code.ts'
import { Page } from '../../parts/page.tsx'
import { ButtonLink, Card, Copy, Empty, Link, PostButton } from '../../parts/pieces.tsx'
import { At } from '../../parts/time.tsx'
import { may, type View } from '../../state.ts'

interface Props {
  view: View
  of: TemplateLink
}

/** The direct link of a template: made, shown, printed, switched off. */
export function DirectLinkPage({ view, of }: Props) {
  const { template, title, link } = of
  const to = `/templates/${template.id}/direct-link`
  const refused = obstacleTo(of)
  return (
    <Page
      view={view}
      title="Direct link"
      crumbs={[
        ['Templates', '/templates'],
        [title, `/templates/${template.id}`],
      ]}
      lead="Whoever opens it becomes the signer of a new document, after a code sent to their email address."
    >
      {refused !== null && <Refused view={view} of={of} why={refused} />}
      {!link && refused === null && (
        <Empty title="There is no direct link yet">
          <p>
            The link and its QR code can be on a poster, on a website or in a message. You become the sender of what is
            signed by it, and are told as of other documents.
          </p>
          {may(view, 'makeDirectLink') && <PostButton action={to} label="Make a direct link" kind="primary" />}
        </Empty>
      )}
      {link && (
        <Card
          title="Link and QR code"
          aside={
            <span class="small">
              Made <At at={link.madeAt} />
              {link.madeBy !== null && (
                <>
                  {' '}
                  by <bdi>{link.madeBy}</bdi>
                </>
              )}
            </span>
          }
          pad="stack"
        >
          <QrCode text={link.url} />
          <Copy text={link.url} id="link" block />
          <div class="buttons">
            <ButtonLink href={`${to}/print`} label="Page to print" kind={refused === null ? 'primary' : undefined} />
            {refused === null && may(view, 'makeDirectLink') && (
              <ButtonLink href={`${to}/renew`} label="Make a new one" />
            )}
            <ButtonLink href={`${to}/end`} label="Switch off" kind="danger" />
          </div>
        </Card>
      )}
    </Page>
  )
}

function Refused({ view, of: { link }, why }: Props & { why: string }) {
  return (
    <Empty title={link ? 'Nobody can use this link at the moment' : 'This template cannot have a direct link'}>
      <p>{why}</p>
      {why === OFF && may(view, 'changeWorkspace') && (
        <p>
          <Link href="/settings">Settings</Link>
        </p>
      )}
    </Empty>
  )
}

const OFF = 'Direct links are off in this workspace. An owner can switch them on in the settings.'

/** Why nobody can use the link, or none can be made; null: nothing keeps them. */
function obstacleTo({ isOn, obstacle, link }: TemplateLink): string | null {
  if (!isOn) return OFF
  if (obstacle !== null) return obstacle
  return link && !link.isOfMember
    ? 'Whoever made it does not belong to this workspace any more, so its documents would have no sender. Switch it off, and make a new one.'
    : null
}

/** A page that is printed and put up: in the language of the workspace's signers, who read it. */
export function DirectLinkPoster({ view, of, url }: Props & { url: string }) {
  const { template, title, sender, locale } = of
  const to = `/templates/${template.id}`
  return (
    <Page
      view={view}
      title="Page to print"
      crumbs={[
        ['Templates', '/templates'],
        [title, to],
        ['Direct link', `${to}/direct-link`],
      ]}
      actions={
        <button type="button" class="btn primary" data-print hidden>
          Print
        </button>
      }
    >
      <div class="card poster" lang={locale} dir={directionOf(locale)}>
        <p>
          <bdi>{sender}</bdi>
        </p>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <QrCode text={url} />
        <p>{languageOf(locale).messages.direct.poster}</p>
        <p class="address" dir="ltr">
          {url}
        </p>
      </div>
    </Page>
  )
}

/** Black on white in the dark form, too: not every camera reads the reverse. */
function QrCode({ text }: { text: string }) {
  const { size, path } = qrCode(text)
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label="QR code with the link"
    >
      <path d={path} />
    </svg>
  )
}
