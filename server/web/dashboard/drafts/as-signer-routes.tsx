import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import {
  draftAsSigner,
  draftFileAsSigner,
  draftTextAsSigner,
  type PreviewPlace,
} from '../../../domain/drafts/as-signer.ts'
import { signersIn } from '../../../domain/drafts/compose.ts'
import { draftPage } from '../../../domain/drafts/picture.ts'
import { type DraftRow, fileOf, openDraft } from '../../../domain/drafts/read.ts'
import { workspaceSettings } from '../../../domain/people/settings.ts'
import { logoOf } from '../../../domain/signing/look.ts'
import { HttpError } from '../../../http/errors.ts'
import type { Assets } from '../../assets.ts'
import { KEPT, NOT_KEPT, pictureResponse, sendLogo } from '../../files.ts'
import { languageOf } from '../../locales/index.ts'
import type { SavedFields, SignStatus } from '../../signing/client-data.ts'
import { inTheLookOf } from '../../signing/look.ts'
import { SigningPage } from '../../signing/page.tsx'
import { StateCard } from '../../signing/states.tsx'
import type { DashboardState } from '../state.ts'
import { personLabel } from './saved.ts'
import { draftProblems, showDraft } from './show.tsx'

type Call = Context<DashboardState>

const PERSON = '/documents/drafts/:id/files/:file/preview/:person'
/** What the script of the page takes for the address of the signer's link. */
const LINK = `${PERSON}/link`

/** The signer's page of a draft, with its calls switched off: nothing that is done there is kept. */
export function asSignerRoutes(ctx: Ctx, assets: Assets): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const actor = (c: Call) => c.get('view').actor
  const placeOf = (c: Call): PreviewPlace => ({
    id: c.req.param('id')!,
    fileId: c.req.param('file')!,
    personId: c.req.param('person')!,
  })

  routes.get(PERSON, async (c) => {
    const shown = await openDraft(ctx, actor(c), c.req.param('id'))
    const place = placeOf(c)
    try {
      const page = await draftAsSigner(ctx, actor(c), place)
      return c.html(
        <SigningPage
          page={page}
          language={languageOf(page.signer.locale)}
          assets={inTheLookOf(assets.of('sign'), page.look)}
          base={`${hrefOf(shown.draft, place.fileId, place.personId)}/link`}
          notice={<Notice draft={shown.draft} place={place} />}
        />,
      )
    } catch (error) {
      return showDraft(ctx, c, shown, draftProblems(error))
    }
  })

  // Where the page goes when it would show what has become of the request.
  routes.get(LINK, (c) => {
    const { id, fileId, personId } = placeOf(c)
    return c.html(
      <StateCard language={languageOf('en')} assets={assets.of('plain')} title="This was a preview" mark="done">
        <p>Nothing was sent, signed or kept. The signer would now read what happens next.</p>
        <p>
          <a href={hrefOf({ id }, fileId, personId)}>Look at it again</a>
        </p>
        <p>
          <a href={`/documents/drafts/${id}`}>Back to the draft</a>
        </p>
      </StateCard>,
    )
  })

  routes.get(`${LINK}/document.pdf`, async (c) => {
    const bytes = await draftFileAsSigner(ctx, actor(c), placeOf(c))
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': 'application/pdf', 'Cache-Control': NOT_KEPT })
  })
  routes.get(`${LINK}/text.json`, async (c) => {
    const text = await draftTextAsSigner(ctx, actor(c), placeOf(c))
    if (!text) return c.body(null, 204, { 'Cache-Control': NOT_KEPT })
    return c.body(new Uint8Array(text), 200, { 'Content-Type': 'application/json', 'Cache-Control': NOT_KEPT })
  })
  routes.get(`${LINK}/first-page`, async (c) => {
    const { id, fileId } = placeOf(c)
    return pictureResponse(await draftPage(ctx, actor(c), { id, fileId, page: 1 }), KEPT)
  })
  routes.get(`${LINK}/logo`, async (c) => sendLogo(logoOf(await workspaceSettings(ctx, actor(c)))))
  routes.get(`${LINK}/status`, (c) =>
    c.json<SignStatus>({
      ...{ state: 'open', deadReason: null, sealed: false, sealError: null, abandoned: false, remaining: 0 },
    }),
  )

  routes.put(`${LINK}/fields`, (c) => c.json<SavedFields>({ saved: {}, problems: {}, fits: {} }))
  // Texts are then shown about as they are printed.
  routes.post(`${LINK}/printed`, () => {
    throw new HttpError('not_found', 'a preview prints nothing')
  })
  for (const call of ['viewed', 'displayed', 'complete', 'decline', 'hand-over'])
    routes.post(`${LINK}/${call}`, (c) => c.json({}))
  return routes
}

const hrefOf = ({ id }: Pick<DraftRow, 'id'>, fileId: string, personId: string) =>
  `/documents/drafts/${id}/files/${fileId}/preview/${personId}`

/** That it is a preview, and the ways to the other people and PDFs of the draft. */
function Notice({ draft, place }: { draft: DraftRow; place: PreviewPlace }) {
  const { signers } = draft.model
  const file = fileOf(draft, place.fileId)
  const own = signers.find(({ id }) => id === place.personId)!
  const others = signersIn(draft, file).filter((person) => person !== own)
  const files = draft.files.filter((other) => other !== file && signersIn(draft, other).includes(own))
  return (
    <div class="notice" lang="en" dir="ltr">
      <p>
        <strong>Preview as {personLabel(own, signers.indexOf(own))}.</strong> Nothing you do here is sent or kept.
        {own.sms_code && ' A code sent by SMS is asked for as well.'}
      </p>
      <p>
        <a href={`/documents/drafts/${draft.id}`}>Back to the draft</a>
        {others.map((person) => (
          <>
            {' · '}
            <a href={hrefOf(draft, file.id, person.id)}>As {personLabel(person, signers.indexOf(person))}</a>
          </>
        ))}
        {files.map((other) => (
          <>
            {' · '}
            <a href={hrefOf(draft, other.id, own.id)}>{other.title}</a>
          </>
        ))}
      </p>
    </div>
  )
}
