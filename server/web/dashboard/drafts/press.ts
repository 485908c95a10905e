import type { Context } from 'hono'
import type { Ctx } from '../../../context.ts'
import type { DraftPerson } from '../../../db/schema.ts'
import { type DraftEdit, editDraft, newPerson, removeDraftFile } from '../../../domain/drafts/edit.ts'
import { type DraftRow, type DraftView, fileOf } from '../../../domain/drafts/read.ts'
import { sendDraft } from '../../../domain/drafts/send.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Person } from '../../../domain/people/sessions.ts'
import { signingUrl } from '../../../domain/signers/link.ts'
import { flashTo, remarked } from '../flash.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import type { DashboardState } from '../state.ts'
import {
  hasEmail,
  inOrder,
  isNobody,
  pastedPeople,
  peopleOf,
  sharedPlaces,
  signerName,
  termsOf,
  titlesOf,
} from './entries.ts'
import { newWarnings } from './remarks.ts'
import { ownRequests, pageOfSent, sentText } from './sent.ts'
import { draftProblems, showDraft } from './show.tsx'

type Call = Context<DashboardState>

/** Keeps the form of a draft, then does what its button says. @throws as `editDraft`, `removeDraftFile` and `sendDraft` */
export async function pressDraft(ctx: Ctx, c: Call, shown: DraftView, form: Form): Promise<Response> {
  const { actor, person } = c.get('view')
  const { id } = shown.draft
  const here = `/documents/drafts/${id}`
  const [verb = '', what = ''] = form.text('do').split(' ')
  const kept = await keep(ctx, c, shown, form)
  if (kept instanceof Response) return kept
  if (verb === 'without') await removeDraftFile(ctx, actor, id, what)
  if (verb === 'send' || verb === 'sign') {
    const created = await sendDraft(ctx, actor, id, kept.revision)
    const [own, ...more] = verb === 'sign' ? ownRequests(created, person.email) : []
    if (own && more.length === 0) return c.redirect(new URL(signingUrl(ctx, own)).pathname, 303)
    // From the last page of one there is no way to the next.
    const each = own ? ` Sign your part of each of the ${more.length + 1} documents.` : ''
    return flashTo(
      ctx,
      c,
      own ? `/documents/${own.document_id}` : pageOfSent(created.map(({ document }) => document)),
      remarked(sentText(created) + each, newWarnings(created, kept.files)),
    )
  }
  if (verb === 'later' || verb === 'delete') return c.redirect(`${here}/${verb}`, 303)
  const way = form.ticked('beside') ? '?file=' : '/files/'
  if (verb === 'fields') return c.redirect(`${here}${way}${fileOf(kept, what).id}`, 303)
  if (verb === 'save') return flashTo(ctx, c, here, 'Saved.')
  return c.redirect(here + placeAfter(verb, kept, person), 303)
}

/** What was typed, as a whole. */
export function editOf(form: Form, draft: DraftRow): DraftEdit {
  return {
    revision: Number(form.text('revision')),
    model: { ...termsOf(form), signers: inOrder(peopleOf(form)) },
    titles: titlesOf(form, draft),
  }
}

/** Where the reader goes on: with the signer who was added, or among those who are left. */
function placeAfter(verb: string, { model: { signers } }: DraftRow, { email }: Person): string {
  if (verb === 'add' || verb === 'paste') return `#${signerName(signers.length - 1, 'name')}`
  if (verb === 'add-me') return `#${signerName(signers.findIndex(hasEmail(email)), 'name')}`
  return verb === 'drop' ? '#signers' : ''
}

/** A form that cannot be kept is shown again as it was typed, still of the revision that was shown. */
async function keep(ctx: Ctx, c: Call, { draft, by }: DraftView, form: Form): Promise<DraftRow | Response> {
  const { actor, person } = c.get('view')
  const [verb = '', what = ''] = form.text('do').split(' ')
  const people = peopleOf(form).filter((one) => verb !== 'drop' || one.person.id !== what)
  const [terms, titles, revision] = [termsOf(form), titlesOf(form, draft), Number(form.text('revision'))]
  const refuse = (problems: Problems) => {
    const model = { ...terms, signers: people.map((one) => one.person) }
    const files = draft.files.map((file) => ({ ...file, title: titles[file.id] || file.title }))
    const places = people.map(({ place }) => place)
    return showDraft(ctx, c, { by, draft: { ...draft, revision, model, files } }, problems, places)
  }
  const problems = terms.signing_mode === 'sequential' ? sharedPlaces(people) : {}
  if (Object.keys(problems).length > 0) return refuse(problems)
  const signers = withAdded(verb, inOrder(people), person, pastedPeople(form.untrimmed('pasted')))
  try {
    return await editDraft(ctx, actor, draft.id, { revision, model: { ...terms, signers }, titles })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return refuse(draftProblems(error))
    throw error
  }
}

/** Whoever adds themselves takes the first row that names nobody, with the fields that are placed for it. */
function withAdded(
  verb: string,
  signers: DraftPerson[],
  { name, email }: Person,
  pasted: Pick<DraftPerson, 'name' | 'email'>[],
): DraftPerson[] {
  if (verb === 'paste')
    return [...signers.filter((one) => !isNobody(one)), ...pasted.map((one) => ({ ...newPerson(''), ...one }))]
  if (verb === 'add') return [...signers, newPerson('')]
  if (verb !== 'add-me' || signers.some(hasEmail(email))) return signers
  const free = signers.findIndex(isNobody)
  const me = { ...(signers[free] ?? newPerson('')), name: name ?? '', email }
  return free < 0 ? [...signers, me] : signers.with(free, me)
}
