import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../server/db/database.ts'
import { KEY_SCOPES, type KeyScope } from '../../server/db/schema.ts'
import type { Actor, Role, UserActor } from '../../server/domain/actor.ts'
import { correctCells, mapUpload, readMapping } from '../../server/domain/bulk/map.ts'
import { listUploads, readUpload, uploadResult } from '../../server/domain/bulk/read.ts'
import { checkUpload, sendUpload, stopUpload } from '../../server/domain/bulk/send.ts'
import { uploadRows } from '../../server/domain/bulk/upload.ts'
import { endDirectLink, makeDirectLink, readDirectLink } from '../../server/domain/direct/manage.ts'
import { abandonDocument } from '../../server/domain/documents/abandon.ts'
import { listAuditEvents } from '../../server/domain/documents/audit-events.ts'
import { getAuditTrail, getSignedWithAuditTrail } from '../../server/domain/documents/audit-trail.ts'
import { discloseAuditEvent } from '../../server/domain/documents/disclose.ts'
import { envelopeDocuments } from '../../server/domain/documents/envelope.ts'
import { eraseDocument } from '../../server/domain/documents/erase.ts'
import { listFolders, moveDocuments } from '../../server/domain/documents/folders.ts'
import { getDocument } from '../../server/domain/documents/get.ts'
import { countTabs, listDocuments } from '../../server/domain/documents/list.ts'
import { documentPage, firstPageForSigner } from '../../server/domain/documents/pictures.ts'
import {
  currentFileForSigner,
  getDocumentFile,
  getRenewedDocument,
  getSignedDocument,
  signedFileForSigner,
} from '../../server/domain/documents/read-files.ts'
import { readingTextForSigner } from '../../server/domain/documents/reading-text.ts'
import { replacementsOf } from '../../server/domain/documents/replacements.ts'
import { monthUsage, startNews, startProgress } from '../../server/domain/documents/start.ts'
import { documentTimeline } from '../../server/domain/documents/timeline.ts'
import { draftAsSigner, draftFileAsSigner, draftTextAsSigner } from '../../server/domain/drafts/as-signer.ts'
import {
  addDraftFiles,
  createDraft,
  editDraft,
  placeDraftFields,
  placementState,
  removeDraft,
  removeDraftFile,
} from '../../server/domain/drafts/edit.ts'
import { knownPeople } from '../../server/domain/drafts/known-people.ts'
import { draftFileLayout } from '../../server/domain/drafts/layout.ts'
import { draftPage } from '../../server/domain/drafts/picture.ts'
import { countDrafts, listDrafts, openDraft, sentFrom } from '../../server/domain/drafts/read.ts'
import { assertSchedulable, cancelSend, scheduleDraft } from '../../server/domain/drafts/schedule.ts'
import { sendDraft } from '../../server/domain/drafts/send.ts'
import { detachDraft, sendAgain } from '../../server/domain/drafts/send-again.ts'
import { DomainError } from '../../server/domain/errors.ts'
import { listEvents } from '../../server/domain/events/list.ts'
import { listFields } from '../../server/domain/fields/list.ts'
import { archiveField, fieldRegistry, restoreField, saveField } from '../../server/domain/fields/registry.ts'
import { changeHook } from '../../server/domain/hooks/change.ts'
import { checkSignature } from '../../server/domain/hooks/check-signature.ts'
import { attemptAsCurl } from '../../server/domain/hooks/curl.ts'
import { deleteHook } from '../../server/domain/hooks/delete.ts'
import { sendExample } from '../../server/domain/hooks/example.ts'
import { listHooks } from '../../server/domain/hooks/list.ts'
import { listHookDeliveries } from '../../server/domain/hooks/log.ts'
import { documentDeliveries } from '../../server/domain/hooks/of-document.ts'
import { testHook } from '../../server/domain/hooks/ping.ts'
import { hookSummaries, readDelivery, readHook, readHookAlone } from '../../server/domain/hooks/read.ts'
import { recoverHook } from '../../server/domain/hooks/recover.ts'
import { redeliverHookDelivery } from '../../server/domain/hooks/redeliver.ts'
import { createHook } from '../../server/domain/hooks/register.ts'
import { rotateHookSecret } from '../../server/domain/hooks/rotate.ts'
import { switchHook } from '../../server/domain/hooks/switch.ts'
import { confirmDocument } from '../../server/domain/instances/confirm.ts'
import { countReviews } from '../../server/domain/instances/count-reviews.ts'
import { discardDocument } from '../../server/domain/instances/discard.ts'
import { type GenerateRequest, generateTemplate, stageFile } from '../../server/domain/instances/generate.ts'
import { instantiateTemplate, validateInstance } from '../../server/domain/instances/instantiate.ts'
import type { InstanceRequest } from '../../server/domain/instances/plan.ts'
import { listReviews, readReview } from '../../server/domain/instances/review.ts'
import { reviseInstance } from '../../server/domain/instances/revise.ts'
import { listDocumentValues } from '../../server/domain/instances/values.ts'
import { changeKey } from '../../server/domain/keys/change.ts'
import { issueKey } from '../../server/domain/keys/issue.ts'
import { countKeys, offeredKeys, workingKey, workspaceKeys } from '../../server/domain/keys/list.ts'
import { revokeWorkspaceKey } from '../../server/domain/keys/revoke.ts'
import { RULES, type Verb } from '../../server/domain/may.ts'
import { resendCopy } from '../../server/domain/messages/undelivered-copies.ts'
import { invite, withdrawInvitation } from '../../server/domain/people/invite.ts'
import { listPeople, readMember } from '../../server/domain/people/list.ts'
import { addMember } from '../../server/domain/people/members.ts'
import { changeRole, removePerson } from '../../server/domain/people/roles.ts'
import {
  changeWorkspace,
  countDeletedBy,
  workspaceSettings,
  workspaceUsage,
} from '../../server/domain/people/settings.ts'
import { ssoInfo } from '../../server/domain/people/single-sign-on.ts'
import { groupCallErrors, readApiLog } from '../../server/domain/records/calls/read-log.ts'
import { listWork } from '../../server/domain/records/workspaces/log.ts'
import { getMe } from '../../server/domain/records/workspaces/me.ts'
import { readWorkspace } from '../../server/domain/records/workspaces/read.ts'
import { actAsSigner } from '../../server/domain/sandboxes/act.ts'
import { getClock, moveClock } from '../../server/domain/sandboxes/clock.ts'
import { clearSandbox, createSandbox, deleteSandbox, listSandboxes } from '../../server/domain/sandboxes/manage.ts'
import { listMessages } from '../../server/domain/sandboxes/messages.ts'
import { createSigningRequest } from '../../server/domain/sending/create.ts'
import type { Draft } from '../../server/domain/sending/draft.ts'
import { validateSigningRequest } from '../../server/domain/sending/validate.ts'
import { findSignerActor } from '../../server/domain/signers/access.ts'
import { createEmbeddedSession } from '../../server/domain/signers/embedding/mint.ts'
import { markLoaded } from '../../server/domain/signers/embedding/resolve.ts'
import { revokeEmbeddedSession } from '../../server/domain/signers/embedding/revoke.ts'
import { getEmbeddedSession } from '../../server/domain/signers/embedding/session.ts'
import { updateSigningRequest } from '../../server/domain/signing/change-phone.ts'
import { completeSigning } from '../../server/domain/signing/complete.ts'
import { declineSigning } from '../../server/domain/signing/decline.ts'
import { recordDisplay } from '../../server/domain/signing/display.ts'
import { extendDeadline } from '../../server/domain/signing/extend.ts'
import { ignoreProposal } from '../../server/domain/signing/ignore-proposal.ts'
import { logoForSigner } from '../../server/domain/signing/look.ts'
import { signerPage } from '../../server/domain/signing/page.ts'
import { previewFields } from '../../server/domain/signing/preview.ts'
import { previewSigning } from '../../server/domain/signing/preview-signing.ts'
import { proposeSigner } from '../../server/domain/signing/propose-signer.ts'
import { getSigningRequest } from '../../server/domain/signing/read.ts'
import { readProposal } from '../../server/domain/signing/read-proposal.ts'
import { reassignSigningRequest } from '../../server/domain/signing/reassign.ts'
import { remindSigningRequest } from '../../server/domain/signing/remind.ts'
import { renewSigningLink } from '../../server/domain/signing/renew-link.ts'
import { saveFields } from '../../server/domain/signing/save.ts'
import { markViewed } from '../../server/domain/signing/view.ts'
import { withdrawDocument, withdrawSigningRequest } from '../../server/domain/signing/withdraw.ts'
import { sendCode } from '../../server/domain/sms/send-code.ts'
import { verifyCode } from '../../server/domain/sms/verify-code.ts'
import { createTemplate } from '../../server/domain/templates/create.ts'
import { readDraft, saveDraft } from '../../server/domain/templates/draft.ts'
import { draftLayout } from '../../server/domain/templates/draft-layout.ts'
import { exportTemplate, getTemplateFile } from '../../server/domain/templates/export.ts'
import { importTemplate } from '../../server/domain/templates/import.ts'
import {
  archiveTemplate,
  duplicateTemplate,
  restoreTemplate,
  unlockTemplate,
} from '../../server/domain/templates/lifecycle.ts'
import { listTemplates } from '../../server/domain/templates/list.ts'
import { lockTemplate } from '../../server/domain/templates/lock.ts'
import { acceptOffers } from '../../server/domain/templates/offers/accept.ts'
import { offeredBoxes } from '../../server/domain/templates/offers/find.ts'
import { templatePage } from '../../server/domain/templates/page-picture.ts'
import { previewPage, previewReport, previewTemplate } from '../../server/domain/templates/preview/preview.ts'
import { getTemplate } from '../../server/domain/templates/read.ts'
import { replaceTemplatePdf } from '../../server/domain/templates/replace-pdf.ts'
import { templateState } from '../../server/domain/templates/state.ts'
import { whereUsed } from '../../server/domain/templates/uses.ts'
import { templateVersions } from '../../server/domain/templates/versions.ts'
import { verbOf } from '../../server/http/authorize.ts'
import { draftFor } from '../support/drafts.ts'
import { keyed } from '../support/every-operation.ts'
import { Signer, send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { hooksOf } from '../support/hooks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { LEASE_VALUES, lockedTemplate } from '../support/templates.ts'

const WHO = ['full', 'read', 'embedded', 'disclose', 'owner', 'member', 'link', 'signer', 'system'] as const
type Who = (typeof WHO)[number]

/** ok · scope: `insufficient_scope` · test: `test_key_required` · key: `invalid_key`, as an unknown key · no: `not_permitted` */
const EXPECTED = `
                         full  read  embedded disclose owner member link signer system
  getMe                  ok    ok    key      ok       no    no     no   no     no
  startProgress          no    no    key      no       ok    ok     no   no     no
  startNews              no    no    key      no       ok    ok     no   no     no
  monthUsage             no    no    key      no       ok    ok     no   no     no
  workspaceKeys          no    no    key      no       ok    ok     no   no     no
  countKeys              no    no    key      no       ok    ok     no   no     no
  workingKey             no    no    key      no       ok    ok     no   no     no
  offeredKeys            no    no    key      no       ok    ok     no   no     no
  issueKey               no    no    key      no       ok    no     no   no     no
  changeKey              no    no    key      no       ok    no     no   no     no
  revokeWorkspaceKey     no    no    key      no       ok    no     no   no     no
  readApiLog             no    no    key      no       ok    ok     no   no     no
  groupCallErrors        no    no    key      no       ok    ok     no   no     no
  createSigningRequest   ok    scope key      scope    ok    ok     no   no     no
  validateSigningRequest ok    scope key      scope    ok    ok     no   no     no
  getSigningRequest      ok    ok    key      ok       ok    ok     no   no     no
  updateSigningRequest   ok    scope key      scope    ok    ok     no   no     no
  remindSigningRequest   ok    scope key      scope    ok    ok     no   no     ok
  withdrawSigningRequest ok    scope key      scope    ok    ok     no   no     no
  extendDeadline         no    no    key      no       ok    ok     no   no     no
  withdrawDocument       no    no    key      no       ok    ok     no   no     no
  renewSigningLink       ok    scope key      scope    ok    ok     no   no     no
  reassignSigningRequest ok    scope key      scope    ok    ok     ok   no     no
  ignoreProposal         no    no    key      no       ok    ok     ok   no     no
  readProposal           no    no    key      no       no    no     ok   no     no
  listDrafts             no    no    key      no       ok    ok     no   no     no
  countDrafts            no    no    key      no       ok    ok     no   no     no
  openDraft              no    no    key      no       ok    ok     no   no     no
  knownPeople            no    no    key      no       ok    ok     no   no     no
  draftPage              no    no    key      no       ok    ok     no   no     no
  draftFileLayout        no    no    key      no       ok    ok     no   no     no
  draftAsSigner          no    no    key      no       ok    ok     no   no     no
  draftFileAsSigner      no    no    key      no       ok    ok     no   no     no
  draftTextAsSigner      no    no    key      no       ok    ok     no   no     no
  createDraft            no    no    key      no       ok    ok     no   no     no
  addDraftFiles          no    no    key      no       ok    ok     no   no     no
  removeDraftFile        no    no    key      no       ok    ok     no   no     no
  editDraft              no    no    key      no       ok    ok     no   no     no
  placeDraftFields       no    no    key      no       ok    ok     no   no     no
  removeDraft            no    no    key      no       ok    ok     no   no     no
  sendDraft              no    no    key      no       ok    ok     no   no     no
  sentFrom               no    no    key      no       ok    ok     no   no     no
  sendAgain              no    no    key      no       ok    ok     no   no     no
  detachDraft            no    no    key      no       ok    ok     no   no     no
  replacementsOf         no    no    key      no       ok    ok     no   no     no
  assertSchedulable      no    no    key      no       ok    ok     no   no     no
  scheduleDraft          no    no    key      no       ok    ok     no   no     no
  cancelSend             no    no    key      no       ok    ok     no   no     no
  getDocument            ok    ok    key      ok       ok    ok     no   no     no
  listDocuments          no    no    key      no       ok    ok     no   no     no
  listFolders            no    no    key      no       ok    ok     no   no     no
  moveDocuments          no    no    key      no       ok    ok     no   no     no
  countTabs              no    no    key      no       ok    ok     no   no     no
  documentPage           no    no    key      no       ok    ok     no   no     no
  envelopeDocuments      no    no    key      no       ok    ok     no   no     no
  documentTimeline       no    no    key      no       ok    ok     no   no     no
  documentDeliveries     no    no    key      no       ok    ok     no   no     no
  resendCopy             no    no    key      no       ok    ok     no   no     no
  getDocumentFile        ok    ok    key      ok       ok    ok     no   no     no
  getSignedDocument      ok    ok    key      ok       ok    ok     no   no     no
  getRenewedDocument     ok    ok    key      ok       ok    ok     no   no     no
  abandonDocument        ok    scope key      scope    ok    ok     no   no     no
  eraseDocument          no    no    key      no       ok    no     no   no     no
  getAuditTrail          ok    ok    key      ok       ok    ok     no   no     no
  getSignedWithAuditTrail ok   ok    key      ok       ok    ok     no   no     no
  listAuditEvents        ok    ok    key      ok       ok    ok     no   no     no
  discloseAuditEvent     scope scope key      ok       ok    no     no   no     ok
  listFields             ok    ok    key      ok       ok    ok     no   no     no
  fieldRegistry          no    no    key      no       ok    ok     no   no     no
  saveField              no    no    key      no       ok    ok     no   no     no
  archiveField           no    no    key      no       ok    ok     no   no     no
  restoreField           no    no    key      no       ok    ok     no   no     no
  listTemplates          ok    ok    key      ok       ok    ok     no   no     ok
  getTemplate            ok    ok    key      ok       ok    ok     no   no     no
  exportTemplate         ok    ok    key      ok       ok    ok     no   no     ok
  getTemplateFile        ok    ok    key      ok       ok    ok     no   no     ok
  importTemplate         ok    scope key      scope    ok    ok     no   no     ok
  readDraft              no    no    key      no       ok    ok     no   no     no
  draftLayout            no    no    key      no       ok    ok     no   no     no
  templatePage           no    no    key      no       ok    ok     no   no     no
  saveDraft              no    no    key      no       ok    ok     no   no     no
  lockTemplate           ok    scope key      scope    ok    ok     no   no     ok
  unlockTemplate         ok    scope key      scope    ok    ok     no   no     ok
  archiveTemplate        ok    scope key      scope    ok    ok     no   no     ok
  restoreTemplate        ok    scope key      scope    ok    ok     no   no     ok
  duplicateTemplate      ok    scope key      scope    ok    ok     no   no     ok
  whereUsed              ok    ok    key      ok       ok    ok     no   no     no
  templateState          no    no    key      no       ok    ok     no   no     no
  templateVersions       no    no    key      no       ok    ok     no   no     no
  previewReport          no    no    key      no       ok    ok     no   no     no
  previewTemplate        no    no    key      no       ok    ok     no   no     no
  previewPage            no    no    key      no       ok    ok     no   no     no
  createTemplate         no    no    key      no       ok    ok     no   no     no
  replaceTemplatePdf     no    no    key      no       ok    ok     no   no     no
  offeredBoxes           no    no    key      no       ok    ok     no   no     no
  acceptOffers           no    no    key      no       ok    ok     no   no     no
  instantiateTemplate    ok    scope key      scope    ok    ok     no   no     no
  validateInstance       ok    scope key      scope    ok    ok     no   no     no
  generateTemplate       ok    scope key      scope    ok    ok     no   no     no
  stageFile              ok    scope key      scope    no    no     no   no     no
  listReviews            no    no    key      no       ok    ok     no   no     no
  countReviews           no    no    key      no       ok    ok     no   no     no
  readDirectLink         no    no    key      no       ok    ok     no   no     no
  makeDirectLink         no    no    key      no       ok    ok     no   no     no
  endDirectLink          no    no    key      no       ok    ok     no   no     no
  uploadRows             no    no    key      no       ok    ok     no   no     no
  listUploads            no    no    key      no       ok    ok     no   no     no
  readUpload             no    no    key      no       ok    ok     no   no     no
  readMapping            no    no    key      no       ok    ok     no   no     no
  mapUpload              no    no    key      no       ok    ok     no   no     no
  correctCells           no    no    key      no       ok    ok     no   no     no
  uploadResult           no    no    key      no       ok    ok     no   no     no
  checkUpload            no    no    key      no       ok    ok     no   no     no
  sendUpload             no    no    key      no       ok    ok     no   no     no
  stopUpload             no    no    key      no       ok    ok     no   no     no
  readReview             no    no    key      no       ok    ok     no   no     no
  reviseInstance         no    no    key      no       ok    ok     no   no     no
  confirmDocument        ok    scope key      scope    ok    ok     no   no     no
  discardDocument        ok    scope key      scope    ok    ok     no   no     no
  listDocumentValues     ok    ok    key      ok       ok    ok     no   no     no
  createSandbox          ok    scope key      scope    ok    no     no   no     no
  listSandboxes          ok    ok    key      ok       ok    ok     no   no     no
  deleteSandbox          ok    scope key      scope    ok    no     no   no     no
  clearSandbox           test  scope key      scope    no    no     no   no     no
  listMessages           test  test  key      test     no    no     no   no     no
  actAsSigner            test  scope key      scope    no    no     no   no     no
  getClock               test  test  key      test     no    no     no   no     no
  moveClock              test  scope key      scope    no    no     no   no     no
  listEvents             ok    ok    key      ok       no    no     no   no     no
  listHooks              ok    ok    key      ok       ok    ok     no   no     no
  listHookDeliveries     ok    ok    key      ok       ok    ok     no   no     no
  createHook             ok    scope key      scope    ok    no     no   no     no
  deleteHook             ok    scope key      scope    ok    no     no   no     no
  rotateHookSecret       ok    scope key      scope    ok    no     no   no     no
  testHook               ok    scope key      scope    ok    ok     no   no     no
  redeliverHookDelivery  ok    scope key      scope    ok    ok     no   no     no
  recoverHook            ok    scope key      scope    ok    ok     no   no     no
  hookSummaries          no    no    key      no       ok    ok     no   no     no
  readHook               no    no    key      no       ok    ok     no   no     no
  readHookAlone          no    no    key      no       ok    ok     no   no     no
  readDelivery           no    no    key      no       ok    ok     no   no     no
  sendExample            no    no    key      no       ok    ok     no   no     no
  attemptAsCurl          no    no    key      no       ok    ok     no   no     no
  checkSignature         no    no    key      no       ok    ok     no   no     no
  switchHook             no    no    key      no       ok    no     no   no     no
  changeHook             no    no    key      no       ok    no     no   no     no
  workspaceSettings      no    no    key      no       ok    ok     no   no     no
  workspaceUsage         no    no    key      no       ok    ok     no   no     no
  ssoInfo                no    no    key      no       ok    ok     no   no     no
  countDeletedBy         no    no    key      no       ok    ok     no   no     no
  changeWorkspace        no    no    key      no       ok    no     no   no     no
  listPeople             no    no    key      no       ok    ok     no   no     no
  readMember             no    no    key      no       ok    ok     no   no     no
  listWork               no    no    key      no       ok    ok     no   no     no
  invite                 no    no    key      no       ok    no     no   no     no
  withdrawInvitation     no    no    key      no       ok    no     no   no     no
  changeRole             no    no    key      no       ok    no     no   no     no
  removePerson           no    no    key      no       ok    no     no   no     no
  createEmbeddedSession  ok    scope ok       scope    no    no     no   no     no
  getEmbeddedSession     ok    ok    ok       ok       ok    ok     no   no     no
  revokeEmbeddedSession  ok    scope ok       scope    ok    ok     no   no     no
  signerPage             no    no    key      no       no    no     no   ok     no
  logoForSigner          no    no    key      no       no    no     no   ok     no
  currentFileForSigner   no    no    key      no       no    no     no   ok     no
  firstPageForSigner     no    no    key      no       no    no     no   ok     no
  readingTextForSigner   no    no    key      no       no    no     no   ok     no
  signedFileForSigner    no    no    key      no       no    no     no   ok     no
  markLoaded             no    no    key      no       no    no     no   ok     no
  markViewed             no    no    key      no       no    no     no   ok     no
  recordDisplay          no    no    key      no       no    no     no   ok     no
  previewFields          no    no    key      no       no    no     no   ok     no
  previewSigning         no    no    key      no       no    no     no   ok     no
  saveFields             no    no    key      no       no    no     no   ok     no
  completeSigning        no    no    key      no       no    no     no   ok     no
  declineSigning         no    no    key      no       no    no     no   ok     no
  proposeSigner          no    no    key      no       no    no     no   ok     no
  sendCode               no    no    key      no       no    no     no   ok     no
  verifyCode             no    no    key      no       no    no     no   ok     no
`
const REFUSALS = new Map([
  ['insufficient_scope', 'scope'],
  ['test_key_required', 'test'],
  ['invalid_key', 'key'],
  ['not_permitted', 'no'],
])

const ORIGIN = 'https://app.example.com'
const nowhere = { ip: null, userAgent: null }

/** The document, hook and session of a workspace. */
interface Target {
  documentId: string
  id: string
  link: string
  hookId: string
  deliveryId: string
  sessionId: string
  embedUrl: string
  templateId: string
  uploadId: string
  keyId: string
}

let server: TestServer
let receiver: Receiver
let mine: Home
let foreign: Home

/** A workspace with every kind of key. */
interface Home {
  workspaceId: string
  tier: string
  keys: Record<KeyScope, TestKey>
  owner: UserActor
  /** Signed and sealed. */
  sealed: Target
}

beforeAll(async () => {
  server = await startServer({ draws: true })
  receiver = await startReceiver({ clock: server.clock })
  mine = await home()
  foreign = await home()
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

async function home(): Promise<Home> {
  const { id: workspaceId, tier } = await server.workspace()
  const keyOf = async (scope: KeyScope) =>
    [scope, await server.key({ workspaceId, scope, embedOrigins: [ORIGIN] })] as const
  const keys = Object.fromEntries(await Promise.all(KEY_SCOPES.map(keyOf))) as Home['keys']
  const sealed = { ...(await sentTo(workspaceId)), ...(await upload(workspaceId, await server.key({ workspaceId }))) }
  await new Signer(server, sealed.link).sign()
  await server.work()
  const { id: userId } = await person(workspaceId, 'owner')
  const owner: UserActor = { kind: 'user', workspaceId, userId, role: 'owner', tier, liveId: null, origin: nowhere }
  return { workspaceId, tier, keys, owner, sealed }
}

/** A document with its signer, webhook, session and key. */
async function sentTo(
  workspaceId: string,
  fields: Record<string, unknown> = {},
): Promise<Omit<Target, 'templateId' | 'uploadId'>> {
  const key = await server.key({ workspaceId, embedOrigins: [ORIGIN] })
  const hooks = hooksOf(server, key)
  const { id: hookId } = await hooks.subscribe(receiver, `/${randomUUID()}`)
  const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }], ...fields })
  const { signingRequestId: id, signingUrl: link } = created.signers[0]!
  await server.work()
  const [delivery] = await hooks.log(hookId)
  const session = await server.call<{ id: string; embed_url: string }>(key, 'POST', '/v1/embedded/sign-sessions', {
    json: { signing_request_id: id, origin: ORIGIN },
  })
  return {
    documentId: created.documentId,
    id,
    link,
    hookId,
    deliveryId: delivery!.id,
    sessionId: session.body.id,
    embedUrl: session.body.embed_url,
    keyId: key.id,
  }
}

const LEASES = {
  filename: 'leases.csv',
  bytes: Buffer.from('slot1.email,slot2.email,tenant_name,monthly_rent\na@example.com,b@example.com,Ada,1'),
}

/** A template, and a file of leases for it. */
async function upload(workspaceId: string, key: TestKey): Promise<Pick<Target, 'templateId' | 'uploadId'>> {
  const { id: templateId } = await lockedTemplate(server, key)
  const [{ id: userId }, { tier }] = await Promise.all([
    person(workspaceId, 'owner'),
    readWorkspace(server.ctx.db, workspaceId),
  ])
  const owner: UserActor = { kind: 'user', workspaceId, userId, role: 'owner', tier, liveId: null, origin: nowhere }
  return { templateId, uploadId: await uploadRows(server.ctx, owner, templateId, LEASES) }
}

/** Somebody who belongs to a workspace. */
function person(workspaceId: string, role: Role = 'member') {
  const member = { workspaceId, role, name: null, email: `${randomUUID()}@example.com` }
  return transaction(server.ctx.db, (tx) => addMember(server.ctx, tx, member))
}

async function actorOf(who: Who, { workspaceId, tier, keys, owner }: Home, own: Target): Promise<Actor> {
  switch (who) {
    case 'full':
    case 'read':
    case 'embedded':
    case 'disclose': {
      const named = { keyName: 'Test', keyPrefix: 'cs_live_00000000' }
      return {
        kind: 'apiKey',
        workspaceId,
        keyId: keys[who].id,
        ...named,
        scope: who,
        tier,
        liveId: null,
        origin: nowhere,
      }
    }
    case 'owner':
    case 'member':
      return { ...owner, role: who satisfies Role }
    case 'link':
      return linkOf(own)
    case 'signer':
      return (await findSignerActor(server.ctx, new URL(own.embedUrl).pathname.split('/').at(-1)!, nowhere))!
    case 'system':
      return { kind: 'system', workspaceId }
  }
}

/** The link that was mailed to the sender, where the signer has named somebody else. */
async function linkOf({ id }: Target): Promise<Actor> {
  const {
    workspace_id: workspaceId,
    proposal,
    link_version: linkVersion,
  } = await server.ctx.db
    .selectFrom('signing_requests')
    .select(['workspace_id', 'proposal', 'link_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { kind: 'senderLink', workspaceId, signingRequestId: id, proposal, linkVersion, origin: nowhere }
}

const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' }

async function uploadedPdf() {
  const receiving = await server.ctx.storage.receive()
  await receiving.write(Buffer.from(makePdf()))
  return { kind: 'file' as const, file: await receiving.finish(), filename: 'lease.pdf', mediaType: null }
}

const NO_PROPERTIES = { options: [], currency: null, decimals: null, max_length: null, labels: {}, example: null }

/** A draft with one signer. */
async function draft(): Promise<Draft> {
  const signer = { role: null, locale: null, phone: null, requireSms: false, smsGate: null }
  const noFacts = {
    reference: null,
    company: null,
    jobTitle: null,
    returnUrl: null,
    order: null,
    slot: null,
    pinned: false,
    channel: 'email' as const,
  }
  return {
    source: await uploadedPdf(),
    signers: [
      {
        at: 'signers[0]',
        email: 'b@example.com',
        name: { full: null, first: null, last: null },
        ...signer,
        ...noFacts,
      },
    ],
    placement: { kind: 'auto_append' },
    signingMode: 'parallel',
    sendEmails: true,
    title: null,
    message: null,
    subject: null,
    replyTo: null,
    metadata: null,
    observers: [],
    callbackUrl: null,
    expiresInDays: null,
    warnings: [],
    instance: null,
  }
}

/** One of the dashboard, in the workspace of the target. */
async function draftOf({ documentId }: Target) {
  const { db } = server.ctx
  const { workspace_id: workspaceId } = await db
    .selectFrom('documents')
    .select('workspace_id')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const { owner } = [mine, foreign].find((home) => home.workspaceId === workspaceId)!
  return draftFor(server, owner, [GRACE])
}

const shownDrafts = new Map<string, ReturnType<typeof draftOf>>()
/** One that is only looked at, so that the next may have the same. */
function shownDraft(of: Target): ReturnType<typeof draftOf> {
  const draft = shownDrafts.get(of.documentId) ?? draftOf(of)
  shownDrafts.set(of.documentId, draft)
  return draft
}

async function previewOf(of: Target) {
  const { id, files, model } = await shownDraft(of)
  return { id, fileId: files[0]!.id, personId: model.signers[0]!.id }
}

/** A file of the target's template. */
function file({ templateId }: Target): GenerateRequest {
  return { templateId, version: null, fieldValues: LEASE_VALUES, metadata: null, title: null, warnings: [] }
}

/** An instance of the target's template, without recipients. */
function instance({ templateId }: Target): InstanceRequest {
  return {
    templateId,
    version: null,
    recipients: [],
    fieldValues: {},
    metadata: null,
    review: false,
    sendEmails: false,
    title: null,
    message: null,
    subject: null,
    replyTo: null,
    observers: [],
    callbackUrl: null,
    warnings: [],
  }
}

/** The whole list of documents. */
const EVERYTHING = { tab: null, source: null, folder: null, since: null, search: '', older: false, from: null }
const EVERY_CALL = { since: null, status: null, code: null, method: null, route: null, keyId: null, find: null }

const CALLS: Record<Verb, (actor: Actor, of: Target) => Promise<unknown>> = {
  getMe: (actor) => getMe(server.ctx, actor),
  startProgress: (actor) => startProgress(server.ctx, actor),
  startNews: (actor) => startNews(server.ctx, actor),
  monthUsage: (actor) => monthUsage(server.ctx, actor),
  workspaceKeys: (actor) => workspaceKeys(server.ctx, actor),
  countKeys: (actor) => countKeys(server.ctx, actor),
  workingKey: (actor, { keyId }) => workingKey(server.ctx, actor, keyId),
  offeredKeys: (actor) => offeredKeys(server.ctx, actor, null),
  issueKey: (actor) =>
    issueKey(server.ctx, actor, { name: 'CI', scope: 'full', allowIps: [], embedOrigins: [], returnOrigins: [] }, ''),
  changeKey: (actor, { keyId }) =>
    changeKey(server.ctx, actor, keyId, { name: 'CI', allowIps: [], embedOrigins: [], returnOrigins: [] }),
  revokeWorkspaceKey: (actor, { keyId }) => revokeWorkspaceKey(server.ctx, actor, keyId),
  readApiLog: (actor) => readApiLog(server.ctx, actor, { ...EVERY_CALL, before: null }),
  groupCallErrors: (actor) => groupCallErrors(server.ctx, actor, EVERY_CALL),
  createSigningRequest: async (actor) => createSigningRequest(server.ctx, actor, await draft(), async () => {}),
  validateSigningRequest: async (actor) => validateSigningRequest(server.ctx, actor, await draft()),
  getSigningRequest: (actor, { id }) => getSigningRequest(server.ctx, actor, id),
  updateSigningRequest: (actor, { id }) => updateSigningRequest(server.ctx, actor, id, '+41791234567'),
  remindSigningRequest: (actor, { id }) => remindSigningRequest(server.ctx, actor, id),
  renewSigningLink: (actor, { id }) => renewSigningLink(server.ctx, actor, id),
  reassignSigningRequest: (actor, { id }) =>
    reassignSigningRequest(server.ctx, actor, id, {
      ...GRACE,
      phone: null,
      company: null,
      jobTitle: null,
      returnUrl: null,
    }),
  ignoreProposal: (actor, { id }) => ignoreProposal(server.ctx, actor, id, { proposal: -1, link_version: 1 }),
  readProposal: (actor) => readProposal(server.ctx, actor),
  withdrawSigningRequest: (actor, { id }) => withdrawSigningRequest(server.ctx, actor, id, null),
  extendDeadline: (actor, { documentId }) => extendDeadline(server.ctx, actor, documentId, 30),
  withdrawDocument: (actor, { documentId }) => withdrawDocument(server.ctx, actor, documentId, null),
  listFolders: (actor) => listFolders(server.ctx, actor),
  moveDocuments: (actor, { documentId }) => moveDocuments(server.ctx, actor, [documentId], 'Leases'),
  listDocuments: (actor) => listDocuments(server.ctx, actor, EVERYTHING),
  countTabs: (actor) => countTabs(server.ctx, actor, ['waiting']),
  listDrafts: (actor) => listDrafts(server.ctx, actor, 1),
  countDrafts: (actor) => countDrafts(server.ctx, actor),
  openDraft: async (actor, of) => openDraft(server.ctx, actor, (await shownDraft(of)).id),
  knownPeople: (actor) => knownPeople(server.ctx, actor),
  draftFileLayout: async (actor, of) => {
    const { id, files } = await shownDraft(of)
    return draftFileLayout(server.ctx, actor, id, files[0]!.id)
  },
  draftAsSigner: async (actor, of) => draftAsSigner(server.ctx, actor, await previewOf(of)),
  draftFileAsSigner: async (actor, of) => draftFileAsSigner(server.ctx, actor, await previewOf(of)),
  draftTextAsSigner: async (actor, of) => draftTextAsSigner(server.ctx, actor, await previewOf(of)),
  draftPage: async (actor, of) => {
    const { id, files } = await shownDraft(of)
    return draftPage(server.ctx, actor, { id, fileId: files[0]!.id, page: 1 })
  },
  createDraft: (actor) => createDraft(server.ctx, actor, []),
  addDraftFiles: async (actor, of) => addDraftFiles(server.ctx, actor, (await draftOf(of)).id, []),
  removeDraftFile: async (actor, of) => {
    const { id, files } = await draftOf(of)
    return removeDraftFile(server.ctx, actor, id, files[0]!.id)
  },
  editDraft: async (actor, of) => {
    const { id, model, revision } = await draftOf(of)
    return editDraft(server.ctx, actor, id, { revision, model, titles: {} })
  },
  placeDraftFields: async (actor, of) => {
    const { id, files } = await draftOf(of)
    const was = placementState(files[0]!)
    return placeDraftFields(server.ctx, actor, id, files[0]!.id, { was, placement: 'anchors', boxes: [] })
  },
  removeDraft: async (actor, of) => removeDraft(server.ctx, actor, (await draftOf(of)).id),
  sendDraft: async (actor, of) => {
    const { id, revision } = await draftOf(of)
    return sendDraft(server.ctx, actor, id, revision)
  },
  sendAgain: (actor, { documentId }) => sendAgain(server.ctx, actor, documentId),
  sentFrom: async (actor, { documentId: id }) => {
    await server.ctx.db.updateTable('documents').set({ envelope_id: id }).where('id', '=', id).execute()
    return sentFrom(server.ctx, actor, id)
  },
  detachDraft: async (actor, of) => detachDraft(server.ctx, actor, (await draftOf(of)).id),
  replacementsOf: (actor, { documentId }) => replacementsOf(server.ctx, actor, documentId),
  assertSchedulable: async (actor, of) => assertSchedulable(server.ctx, actor, (await shownDraft(of)).id),
  scheduleDraft: async (actor, of) => {
    const { id, revision } = await draftOf(of)
    const at = new Date(server.clock.now().getTime() + 60_000)
    return scheduleDraft(server.ctx, actor, id, { revision, at, zone: 'UTC' })
  },
  cancelSend: async (actor, of) => cancelSend(server.ctx, actor, (await draftOf(of)).id),
  getDocument: (actor, { documentId }) => getDocument(server.ctx, actor, documentId),
  documentPage: (actor, { documentId }) => documentPage(server.ctx, actor, documentId, 1),
  envelopeDocuments: (actor, { documentId }) => envelopeDocuments(server.ctx, actor, documentId),
  documentTimeline: (actor, { documentId }) => documentTimeline(server.ctx, actor, documentId),
  documentDeliveries: (actor, { documentId }) => documentDeliveries(server.ctx, actor, documentId),
  resendCopy: (actor, { documentId }) => resendCopy(server.ctx, actor, documentId, GRACE.email),
  getDocumentFile: (actor, { documentId }) => getDocumentFile(server.ctx, actor, documentId),
  getSignedDocument: (actor, { documentId }) => getSignedDocument(server.ctx, actor, documentId),
  getRenewedDocument: (actor, { documentId }) => getRenewedDocument(server.ctx, actor, documentId),
  abandonDocument: (actor, { documentId }) => abandonDocument(server.ctx, actor, documentId),
  eraseDocument: (actor, { documentId }) => eraseDocument(server.ctx, actor, documentId),
  getAuditTrail: (actor, { documentId }) => getAuditTrail(server.ctx, actor, documentId),
  getSignedWithAuditTrail: (actor, { documentId }) => getSignedWithAuditTrail(server.ctx, actor, documentId),
  listAuditEvents: (actor, { documentId }) => listAuditEvents(server.ctx, actor, documentId),
  discloseAuditEvent: (actor, { documentId }) => discloseAuditEvent(server.ctx, actor, documentId, '1', 'a lawsuit'),
  listFields: (actor) => listFields(server.ctx, actor),
  fieldRegistry: (actor) => fieldRegistry(server.ctx, actor),
  saveField: (actor) =>
    saveField(
      server.ctx,
      actor,
      { key: `k${randomUUID().slice(0, 8)}`, kind: 'scalar', type: 'date', ...NO_PROPERTIES },
      null,
    ),
  archiveField: (actor) => archiveField(server.ctx, actor, 'nothing'),
  restoreField: (actor) => restoreField(server.ctx, actor, 'nothing'),
  listTemplates: (actor) => listTemplates(server.ctx, actor, { status: 'all', limit: 1, cursor: null }),
  getTemplate: (actor, { templateId }) => getTemplate(server.ctx, actor, templateId, null),
  exportTemplate: (actor, { templateId }) => exportTemplate(server.ctx, actor, templateId),
  getTemplateFile: (actor, { templateId }) => getTemplateFile(server.ctx, actor, templateId),
  importTemplate: async (actor, { templateId }) => {
    const { model } = await exportTemplate(server.ctx, mine.owner, mine.sealed.templateId)
    return importTemplate(server.ctx, actor, { model, fields: [], source: null, templateId, lock: false })
  },
  readDraft: (actor, { templateId }) => readDraft(server.ctx, actor, templateId),
  draftLayout: (actor, { templateId }) => draftLayout(server.ctx, actor, templateId),
  templatePage: (actor, { templateId }) => templatePage(server.ctx, actor, templateId, 1),
  saveDraft: async (actor, { templateId }) => {
    const { model } = await readDraft(server.ctx, mine.owner, mine.sealed.templateId)
    return saveDraft(server.ctx, actor, templateId, { revision: 0, model })
  },
  lockTemplate: (actor, { templateId }) => lockTemplate(server.ctx, actor, templateId),
  unlockTemplate: (actor, { templateId }) => unlockTemplate(server.ctx, actor, templateId),
  archiveTemplate: (actor, { templateId }) => archiveTemplate(server.ctx, actor, templateId),
  restoreTemplate: (actor, { templateId }) => restoreTemplate(server.ctx, actor, templateId),
  duplicateTemplate: (actor, { templateId }) => duplicateTemplate(server.ctx, actor, templateId),
  templateState: (actor, { templateId }) => templateState(server.ctx, actor, templateId),
  templateVersions: (actor, { templateId }) => templateVersions(server.ctx, actor, templateId, null),
  previewPage: (actor, { templateId }) => previewPage(server.ctx, actor, templateId, { kind: 'example', page: 1 }),
  previewReport: (actor, { templateId }) => previewReport(server.ctx, actor, templateId, 'example'),
  previewTemplate: (actor, { templateId }) => previewTemplate(server.ctx, actor, templateId, 'long'),
  createTemplate: async (actor) => createTemplate(server.ctx, actor, await uploadedPdf(), null),
  replaceTemplatePdf: async (actor, { templateId }) =>
    replaceTemplatePdf(server.ctx, actor, templateId, await uploadedPdf()),
  offeredBoxes: (actor, { templateId }) => offeredBoxes(server.ctx, actor, templateId),
  acceptOffers: (actor, { templateId }) => acceptOffers(server.ctx, actor, templateId),
  whereUsed: (actor) => whereUsed(server.ctx, actor, 'items'),
  instantiateTemplate: (actor, of) => instantiateTemplate(server.ctx, actor, instance(of), async () => {}),
  validateInstance: (actor, of) => validateInstance(server.ctx, actor, instance(of)),
  generateTemplate: async (actor, of) => (await generateTemplate(server.ctx, actor, file(of))).stream.cancel(),
  stageFile: (actor, of) => stageFile(server.ctx, actor, file(of), async () => {}),
  countReviews: (actor) => countReviews(server.ctx, actor),
  listReviews: (actor) => listReviews(server.ctx, actor, null),
  readDirectLink: (actor, { templateId }) => readDirectLink(server.ctx, actor, templateId),
  makeDirectLink: (actor, { templateId }) => makeDirectLink(server.ctx, actor, templateId),
  endDirectLink: (actor, { templateId }) => endDirectLink(server.ctx, actor, templateId),
  uploadRows: (actor, { templateId }) => uploadRows(server.ctx, actor, templateId, LEASES),
  listUploads: (actor, { templateId }) => listUploads(server.ctx, actor, templateId),
  readUpload: (actor, { templateId, uploadId }) => readUpload(server.ctx, actor, templateId, uploadId),
  uploadResult: (actor, { templateId, uploadId }) => uploadResult(server.ctx, actor, templateId, uploadId),
  readMapping: (actor, { templateId, uploadId }) => readMapping(server.ctx, actor, templateId, uploadId, null),
  mapUpload: (actor, { templateId, uploadId }) =>
    mapUpload(server.ctx, actor, templateId, uploadId, { names: [], styles: {} }),
  correctCells: (actor, { templateId, uploadId }) => correctCells(server.ctx, actor, templateId, uploadId, new Map()),
  checkUpload: (actor, { uploadId }) => checkUpload(server.ctx, actor, uploadId),
  sendUpload: (actor, { uploadId }) => sendUpload(server.ctx, actor, uploadId, 0),
  stopUpload: (actor, { uploadId }) => stopUpload(server.ctx, actor, uploadId),
  readReview: (actor, { documentId }) => readReview(server.ctx, actor, documentId),
  reviseInstance: (actor, { documentId }) =>
    reviseInstance(server.ctx, actor, documentId, { revision: 0, recipients: [], fieldValues: {} }),
  confirmDocument: (actor, { documentId }) =>
    confirmDocument(server.ctx, actor, documentId, {
      recipients: [],
      sendEmails: null,
      expiresInDays: null,
      revision: null,
      warnings: [],
    }),
  listDocumentValues: (actor, { documentId }) => listDocumentValues(server.ctx, actor, documentId),
  discardDocument: (actor, { documentId }) => discardDocument(server.ctx, actor, documentId),
  createSandbox: (actor) => createSandbox(server.ctx, actor, {}),
  listSandboxes: (actor) => listSandboxes(server.ctx, actor),
  deleteSandbox: async (actor) => deleteSandbox(server.ctx, actor, (await server.sandbox(mine.workspaceId)).id),
  clearSandbox: (actor) => clearSandbox(server.ctx, actor),
  listMessages: (actor) => listMessages(server.ctx, actor, {}, 0, new AbortController().signal),
  actAsSigner: (actor, { id }) => actAsSigner(server.ctx, actor, id, { do: 'view' }),
  getClock: (actor) => getClock(server.ctx, actor),
  moveClock: (actor) => moveClock(server.ctx, actor, { advance: 'PT1S' }),
  listEvents: (actor) =>
    listEvents(server.ctx, actor, { after: null, limit: 1, wait: 0, payload: 'full' }, new AbortController().signal),
  listHooks: (actor) => listHooks(server.ctx, actor, { includeDisabled: true }),
  listHookDeliveries: (actor, { hookId }) => listHookDeliveries(server.ctx, actor, hookId),
  createHook: (actor) =>
    createHook(server.ctx, actor, { targetUrl: `https://example.com/${randomUUID()}`, events: [], payload: null }),
  deleteHook: (actor, { hookId }) => deleteHook(server.ctx, actor, hookId),
  rotateHookSecret: (actor, { hookId }) => rotateHookSecret(server.ctx, actor, hookId),
  testHook: (actor, { hookId }) => testHook(server.ctx, actor, hookId),
  redeliverHookDelivery: (actor, { hookId, deliveryId }) =>
    redeliverHookDelivery(server.ctx, actor, { hookId, deliveryId }),
  recoverHook: (actor, { hookId }) => recoverHook(server.ctx, actor, hookId, new Date(0)),
  hookSummaries: (actor) => hookSummaries(server.ctx, actor, { page: 1, rows: 1 }),
  readHook: (actor, { hookId }) => readHook(server.ctx, actor, hookId, { tab: 'all', event: null }),
  readHookAlone: (actor, { hookId }) => readHookAlone(server.ctx, actor, hookId),
  readDelivery: (actor, { hookId, deliveryId }) => readDelivery(server.ctx, actor, { hookId, deliveryId }),
  sendExample: (actor, { hookId }) => sendExample(server.ctx, actor, hookId, 'document.completed'),
  attemptAsCurl: (actor, { hookId, deliveryId }) => attemptAsCurl(server.ctx, actor, { hookId, deliveryId }),
  checkSignature: (actor, { hookId }) => checkSignature(server.ctx, actor, hookId, { headers: '', body: '' }),
  switchHook: (actor, { hookId }) => switchHook(server.ctx, actor, hookId, false),
  changeHook: (actor, { hookId }) => changeHook(server.ctx, actor, hookId, { payload: 'minimal' }),
  ssoInfo: (actor) => ssoInfo(server.ctx, actor),
  workspaceSettings: (actor) => workspaceSettings(server.ctx, actor),
  workspaceUsage: (actor) => workspaceUsage(server.ctx, actor),
  countDeletedBy: (actor) => countDeletedBy(server.ctx, actor, 30, server.clock.now()),
  changeWorkspace: (actor) => changeWorkspace(server.ctx, actor, { reminders: false }),
  listPeople: (actor) => listPeople(server.ctx, actor),
  readMember: async (actor) => readMember(server.ctx, actor, (await person(mine.workspaceId)).id),
  listWork: (actor) => listWork(server.ctx, actor, null),
  invite: (actor) => invite(server.ctx, actor, `${randomUUID()}@example.com`, 'member'),
  withdrawInvitation: async (actor) => {
    const { id } = await invite(server.ctx, mine.owner, `${randomUUID()}@example.com`, 'member')
    return withdrawInvitation(server.ctx, actor, id)
  },
  changeRole: async (actor) => changeRole(server.ctx, actor, (await person(mine.workspaceId)).id, 'owner'),
  removePerson: async (actor) => removePerson(server.ctx, actor, (await person(mine.workspaceId)).id),
  createEmbeddedSession: (actor, { id: signingRequestId }) =>
    createEmbeddedSession(server.ctx, actor, { signingRequestId, origin: ORIGIN, ttlSeconds: 60, locale: null }),
  getEmbeddedSession: (actor, { sessionId }) => getEmbeddedSession(server.ctx, actor, sessionId),
  revokeEmbeddedSession: (actor, { sessionId }) => revokeEmbeddedSession(server.ctx, actor, sessionId),
  signerPage: (actor) => signerPage(server.ctx, actor),
  logoForSigner: (actor) => logoForSigner(server.ctx, actor),
  currentFileForSigner: (actor) => currentFileForSigner(server.ctx, actor),
  firstPageForSigner: (actor) => firstPageForSigner(server.ctx, actor),
  readingTextForSigner: (actor) => readingTextForSigner(server.ctx, actor),
  signedFileForSigner: (actor) => signedFileForSigner(server.ctx, actor),
  markLoaded: (actor) => markLoaded(server.ctx, actor),
  markViewed: (actor) => markViewed(server.ctx, actor),
  recordDisplay: (actor) => recordDisplay(server.ctx, actor, { view: 'none' }),
  saveFields: (actor) => saveFields(server.ctx, actor, {}),
  previewFields: (actor) => previewFields(server.ctx, actor, {}),
  previewSigning: (actor) => previewSigning(server.ctx, actor, { values: {} }),
  completeSigning: (actor) => completeSigning(server.ctx, actor, { consentVersion: '', values: {} }),
  declineSigning: (actor) => declineSigning(server.ctx, actor, {}),
  proposeSigner: (actor) => proposeSigner(server.ctx, actor, GRACE),
  sendCode: (actor) => sendCode(server.ctx, actor),
  verifyCode: (actor) => verifyCode(server.ctx, actor, '000000'),
}

/** Verbs without an id: they act in the actor’s own workspace. */
const UNADDRESSED: readonly Verb[] = [
  'getMe',
  'knownPeople',
  'startProgress',
  'startNews',
  'monthUsage',
  'workspaceKeys',
  'countKeys',
  'offeredKeys',
  'issueKey',
  'readApiLog',
  'groupCallErrors',
  'createSigningRequest',
  'validateSigningRequest',
  'listDrafts',
  'countDrafts',
  'createDraft',
  'listDocuments',
  'listFolders',
  'countTabs',
  'listFields',
  'fieldRegistry',
  'saveField',
  'archiveField',
  'restoreField',
  'listTemplates',
  'whereUsed',
  'createTemplate',
  'listReviews',
  'countReviews',
  'createSandbox',
  'listSandboxes',
  'clearSandbox',
  'listMessages',
  'getClock',
  'moveClock',
  'listEvents',
  'listHooks',
  'createHook',
  'hookSummaries',
  'workspaceSettings',
  'workspaceUsage',
  'ssoInfo',
  'countDeletedBy',
  'changeWorkspace',
  'listPeople',
  'listWork',
  'invite',
]
/** Or its signer, session, webhook or key. */
const CHANGES_DOCUMENT: readonly Verb[] = [
  'changeKey',
  'revokeWorkspaceKey',
  'updateSigningRequest',
  'remindSigningRequest',
  'renewSigningLink',
  'reassignSigningRequest',
  'ignoreProposal',
  'readProposal',
  'withdrawSigningRequest',
  'extendDeadline',
  'withdrawDocument',
  'sentFrom',
  'abandonDocument',
  'eraseDocument',
  'createEmbeddedSession',
  'revokeEmbeddedSession',
  'deleteHook',
  'rotateHookSecret',
  'testHook',
  'redeliverHookDelivery',
  'recoverHook',
  'sendExample',
  'switchHook',
  'changeHook',
]
const CHANGES_TEMPLATE: readonly Verb[] = [
  'importTemplate',
  'saveDraft',
  'lockTemplate',
  'unlockTemplate',
  'archiveTemplate',
  'restoreTemplate',
  'replaceTemplatePdf',
  'acceptOffers',
  'mapUpload',
  'correctCells',
  'checkUpload',
  'sendUpload',
  'stopUpload',
]
const CHANGES = [...CHANGES_DOCUMENT, ...CHANGES_TEMPLATE]

/** An authorized actor whose call is incomplete: the verb's own refusal proves that it ran. */
const OWN_REFUSAL: Partial<Record<Verb, string>> = {
  abandonDocument: 'no_seal_problem',
  getRenewedDocument: 'not_renewed',
  // Another one is meant.
  ignoreProposal: 'values_changed',
  // Somebody can still sign.
  eraseDocument: 'invalid_state',
  // It has arrived.
  resendCopy: 'invalid_state',
  completeSigning: 'consent_required',
  // No text to print.
  previewFields: 'invalid_request',
  // Nothing is filled in.
  previewSigning: 'field_required',
  // The document was sent at once.
  readReview: 'not_staged',
  reviseInstance: 'not_staged',
  confirmDocument: 'not_staged',
  discardDocument: 'not_staged',
  // No recipients.
  instantiateTemplate: 'missing_recipient',
  validateInstance: 'missing_recipient',
  archiveField: 'not_found',
  restoreField: 'not_found',
  // Off by default.
  makeDirectLink: 'invalid_state',
  // The template is locked.
  restoreTemplate: 'invalid_state',
  saveDraft: 'invalid_state',
  replaceTemplatePdf: 'invalid_state',
  acceptOffers: 'invalid_state',
  verifyCode: 'sms_code_wrong',
}

const expected = new Map(
  EXPECTED.trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [verb, ...cells] = line.trim().split(/\s+/)
      return [verb as Verb, Object.fromEntries(WHO.map((who, i) => [who, cells[i]!]))]
    }),
)
const verbs = Object.keys(RULES) as Verb[]

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.code
  }
}

/** The object it acts on: one of its own where it changes it, or needs one that is not signed. */
async function fresh(verb: Verb, { workspaceId, sealed }: Home): Promise<Target> {
  if (CHANGES_TEMPLATE.includes(verb)) {
    const key = await server.key({ workspaceId })
    return { ...sealed, ...(await upload(workspaceId, key)) }
  }
  const isOfSigner = RULES[verb].signer && verb !== 'signedFileForSigner'
  if (!isOfSigner && !CHANGES_DOCUMENT.includes(verb)) return sealed
  const needsCode = verb === 'sendCode' || verb === 'verifyCode'
  const signer = { email: 'ada@example.com', name: 'Ada' }
  const verified = { ...signer, phone_e164: '+41791234567', require_sms_verification: true }
  const document = await sentTo(workspaceId, { signers: [needsCode ? verified : signer] })
  const own = { ...sealed, ...document }
  if (verb === 'reassignSigningRequest' || verb === 'readProposal') {
    const signing = await findSignerActor(server.ctx, new URL(own.link).pathname.split('/').at(-1)!, nowhere)
    await proposeSigner(server.ctx, signing!, GRACE)
  }
  return own
}

describe('who may do what', () => {
  it('is stated here for every verb', () => {
    expect([...expected.keys()].sort()).toEqual([...verbs].sort())
  })

  it.each(verbs)('%s', async (verb) => {
    const cells = expected.get(verb)!
    const found: Record<string, string> = {}
    // An owner may what a member may; each needs an object of its own.
    const isCovered = (who: Who) => who === 'owner' && cells.member === 'ok' && CHANGES.includes(verb)
    const asked = sized(
      WHO.filter((who) => !isCovered(who)),
      [...WHO],
    )
    for (const who of asked) {
      const of = cells[who] === 'ok' ? await fresh(verb, mine) : mine.sealed
      const code = await outcome(CALLS[verb](await actorOf(who, mine, of), of))
      found[who] = REFUSALS.get(code) ?? (code === (OWN_REFUSAL[verb] ?? 'done') ? 'ok' : code)
    }
    expect(found).toEqual(Object.fromEntries(asked.map((who) => [who, cells[who]])))
  })

  it.each(verbs.filter((verb) => !RULES[verb].signer && !UNADDRESSED.includes(verb)))(
    '%s finds nothing in another workspace',
    async (verb) => {
      const cells = expected.get(verb)!
      const allowed = WHO.filter((one) => cells[one] === 'ok')
      for (const who of sized(allowed.slice(0, 1), allowed)) {
        const code = await outcome(CALLS[verb](await actorOf(who, foreign, foreign.sealed), mine.sealed))
        // Deleting what does not exist is no error (contract 4.5).
        expect([who, code]).toEqual([who, verb === 'deleteHook' ? 'done' : 'not_found'])
      }
    },
  )

  it('does not delete another workspace’s hook', async () => {
    const owner = await actorOf('owner', mine, mine.sealed)
    const ids = (await listHooks(server.ctx, owner, { includeDisabled: true })).map((hook) => hook.id)
    expect(ids).toContain(mine.sealed.hookId)
    expect(ids).not.toContain(foreign.sealed.hookId)
  })

  it('depends on the plan as well', async () => {
    const full = await actorOf('full', mine, mine.sealed)
    for (const tier of ['basic', null]) {
      const poor = { ...full, tier } as Actor
      expect(await outcome(CALLS.createEmbeddedSession(poor, mine.sealed))).toBe('enterprise-required')
      expect(await outcome(CALLS.getEmbeddedSession(poor, mine.sealed))).toBe('done')
    }
  })

  it('is checked by every exported function of the domain that takes an actor', () => {
    const domain = resolve(import.meta.dirname, '../../server/domain')
    const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const found = files.flatMap((name) => {
      const functions = readFileSync(join(domain, name), 'utf8')
        .split(/^(?=export async function )/m)
        .slice(1)
      return functions.flatMap((text) => {
        const [, verb, signature] = /^export async function (\w+)(?:<.*?>)?\(([\s\S]*?)\): /.exec(text)!
        if (!/\bactor: Actor\b/.test(signature!)) return []
        const first = /\{\n +(.*)\n/.exec(text.slice(text.indexOf('): ')))![1]
        return [{ verb: verb!, asks: first === `assertMay(ctx, actor, '${verb}')` }]
      })
    })
    expect(found.filter(({ asks }) => !asks)).toEqual([])
    expect(found.map(({ verb }) => verb).sort()).toEqual([...verbs].sort())
  })
})

describe('who may call what over HTTP', () => {
  it.each(keyed.map((operation) => [operation.id, operation] as const))('%s documents the same', (id, operation) => {
    const { keys, entitlement } = RULES[verbOf(id)] as { keys: readonly string[]; entitlement: string | null }
    expect({ keys, entitlement }).toEqual({
      keys: [
        ...(operation.scope === 'disclose' ? [] : ['full']),
        ...(operation.scope === 'read' ? ['read'] : []),
        ...(operation.scope === 'write' ? [] : ['disclose']),
        ...(operation.path.startsWith('/embedded/') ? ['embedded'] : []),
      ],
      entitlement: operation.entitlement,
    })
  })
})

describe('where a document comes from (contract 6.3)', () => {
  it.each([
    ['full', 'v1_api', { source: 'v1_api' }],
    ['member', 'dashboard', {}],
  ] as const)('sent by %s: %s', async (who, source, own) => {
    const actor = await actorOf(who, mine, mine.sealed)
    const { document } = await createSigningRequest(server.ctx, actor, await draft(), async () => {})
    expect(document).toMatchObject({ source, api_key_id: who === 'full' ? mine.keys.full.id : null })
    const { payload } = await server.ctx.db
      .selectFrom('events')
      .select('payload')
      .where('document_id', '=', document.id)
      .where('type', '=', 'signing_request.sent')
      .executeTakeFirstOrThrow()
    const said = JSON.parse(JSON.stringify(payload)) as Record<string, unknown>
    expect('source' in said ? { source: said.source } : {}).toEqual(own)
    expect((await listAuditEvents(server.ctx, actor, document.id)).events[0]).toMatchObject({
      type: 'created',
      actor: who === 'full' ? 'api_key' : 'user',
    })
  })
})
