import type { Ctx } from '../context.ts'
import type { KeyScope } from '../db/schema.ts'
import type { Actor, ApiKeyActor, Role, SenderLinkActor, SignerActor, SystemActor, UserActor } from './actor.ts'
import { DomainError } from './errors.ts'
import { planOf } from './plans.ts'

interface Rule {
  /** The API key scopes that may. */
  keys: readonly KeyScope[]
  /** The user roles that may. */
  users: readonly Role[]
  /** Whoever holds the link that was mailed to the sender, for that hand-over only. */
  senderLink: boolean
  /** A signer, for their own request only. */
  signer: boolean
  /** The server's own scheduled work. */
  system: boolean
  /** The capability the workspace's plan must include. */
  entitlement: 'enterprise' | null
  /** The keys that may: those of live workspaces or those of sandboxes; null: both. */
  only: 'live' | 'test' | null
}

const NOBODY = {
  keys: [],
  users: [],
  senderLink: false,
  signer: false,
  system: false,
  entitlement: null,
  only: null,
} as const
const READ = { ...NOBODY, keys: ['full', 'read', 'disclose'], users: ['owner', 'member'] } as const
const WRITE = { ...NOBODY, keys: ['full'], users: ['owner', 'member'] } as const
/** What only people do and see. */
const PEOPLE = { ...NOBODY, users: ['owner', 'member'] } as const
const OWNERS = { ...NOBODY, users: ['owner'] } as const
/** Decides where a workspace's documents go. */
const HAND_OUT = { ...NOBODY, keys: ['full'], users: ['owner'] } as const
const SIGN = { ...NOBODY, signer: true } as const
/** In a sandbox alone. */
const TEST_READ = { ...READ, only: 'test' } as const
const TEST_WRITE = { ...WRITE, only: 'test' } as const

/** Who may do what (contract 5, decision 0055): one row per verb, and the only place that decides. */
export const RULES = {
  getMe: { ...NOBODY, keys: READ.keys },

  startProgress: PEOPLE,
  startNews: PEOPLE,
  monthUsage: PEOPLE,
  workspaceKeys: PEOPLE,
  countKeys: PEOPLE,
  workingKey: PEOPLE,
  offeredKeys: PEOPLE,
  issueKey: OWNERS,
  changeKey: OWNERS,
  revokeWorkspaceKey: OWNERS,
  readApiLog: PEOPLE,
  groupCallErrors: PEOPLE,

  createSigningRequest: WRITE,
  validateSigningRequest: WRITE,
  getSigningRequest: READ,
  updateSigningRequest: WRITE,
  remindSigningRequest: { ...WRITE, system: true },
  withdrawSigningRequest: WRITE,
  withdrawDocument: PEOPLE,
  extendDeadline: PEOPLE,
  renewSigningLink: WRITE,
  reassignSigningRequest: { ...WRITE, senderLink: true },
  ignoreProposal: { ...PEOPLE, senderLink: true },
  readProposal: { ...NOBODY, senderLink: true },

  // No call of the API sees drafts.
  listDrafts: PEOPLE,
  countDrafts: PEOPLE,
  openDraft: PEOPLE,
  knownPeople: PEOPLE,
  draftPage: PEOPLE,
  draftFileLayout: PEOPLE,
  draftAsSigner: PEOPLE,
  draftFileAsSigner: PEOPLE,
  draftTextAsSigner: PEOPLE,
  createDraft: PEOPLE,
  addDraftFiles: PEOPLE,
  removeDraftFile: PEOPLE,
  editDraft: PEOPLE,
  placeDraftFields: PEOPLE,
  removeDraft: PEOPLE,
  sendDraft: PEOPLE,
  sentFrom: PEOPLE,
  sendAgain: PEOPLE,
  detachDraft: PEOPLE,
  replacementsOf: PEOPLE,
  assertSchedulable: PEOPLE,
  scheduleDraft: PEOPLE,
  cancelSend: PEOPLE,

  getDocument: READ,
  // No endpoint lists documents (contract 1.7).
  listDocuments: PEOPLE,
  listFolders: PEOPLE,
  moveDocuments: PEOPLE,
  countTabs: PEOPLE,
  documentPage: PEOPLE,
  documentTimeline: PEOPLE,
  envelopeDocuments: PEOPLE,
  documentDeliveries: PEOPLE,
  resendCopy: PEOPLE,
  getDocumentFile: READ,
  getSignedDocument: READ,
  getRenewedDocument: READ,
  abandonDocument: WRITE,
  // Cannot be undone.
  eraseDocument: OWNERS,
  getAuditTrail: READ,
  getSignedWithAuditTrail: READ,
  listAuditEvents: READ,
  // No key that was handed out for something else gets it (decision 0042). On the command line it is the operator.
  discloseAuditEvent: { ...OWNERS, keys: ['disclose'], system: true },

  listFields: READ,
  fieldRegistry: PEOPLE,
  saveField: PEOPLE,
  archiveField: PEOPLE,
  restoreField: PEOPLE,
  listTemplates: { ...READ, system: true },
  getTemplate: READ,
  exportTemplate: { ...READ, system: true },
  getTemplateFile: { ...READ, system: true },
  // A sandbox uses the templates of its live workspace.
  importTemplate: { ...WRITE, system: true, only: 'live' },
  readDraft: PEOPLE,
  draftLayout: PEOPLE,
  templatePage: PEOPLE,
  saveDraft: PEOPLE,
  lockTemplate: { ...WRITE, system: true },
  unlockTemplate: { ...WRITE, system: true },
  archiveTemplate: { ...WRITE, system: true },
  restoreTemplate: { ...WRITE, system: true },
  duplicateTemplate: { ...WRITE, system: true },
  whereUsed: READ,
  templateState: PEOPLE,
  templateVersions: PEOPLE,
  previewReport: PEOPLE,
  previewTemplate: PEOPLE,
  previewPage: PEOPLE,
  createTemplate: PEOPLE,
  replaceTemplatePdf: PEOPLE,
  offeredBoxes: PEOPLE,
  acceptOffers: PEOPLE,

  instantiateTemplate: { ...WRITE, entitlement: 'enterprise' },
  validateInstance: { ...WRITE, entitlement: 'enterprise' },
  generateTemplate: { ...WRITE, entitlement: 'enterprise' },
  // An event names the key that staged.
  stageFile: { ...NOBODY, keys: ['full'], entitlement: 'enterprise' },
  listReviews: { ...NOBODY, users: ['owner', 'member'] },
  countReviews: PEOPLE,
  readReview: { ...NOBODY, users: ['owner', 'member'] },
  reviseInstance: { ...NOBODY, users: ['owner', 'member'], entitlement: 'enterprise' },
  confirmDocument: { ...WRITE, entitlement: 'enterprise' },
  discardDocument: WRITE,
  listDocumentValues: READ,

  readDirectLink: { ...PEOPLE, only: 'live' },
  makeDirectLink: { ...PEOPLE, entitlement: 'enterprise', only: 'live' },
  endDirectLink: { ...PEOPLE, only: 'live' },

  uploadRows: { ...PEOPLE, entitlement: 'enterprise' },
  listUploads: PEOPLE,
  readUpload: PEOPLE,
  readMapping: PEOPLE,
  mapUpload: { ...PEOPLE, entitlement: 'enterprise' },
  correctCells: { ...PEOPLE, entitlement: 'enterprise' },
  uploadResult: PEOPLE,
  checkUpload: { ...PEOPLE, entitlement: 'enterprise' },
  sendUpload: { ...PEOPLE, entitlement: 'enterprise' },
  stopUpload: PEOPLE,

  createSandbox: { ...HAND_OUT, only: 'live' },
  listSandboxes: { ...READ, only: 'live' },
  deleteSandbox: { ...HAND_OUT, only: 'live' },
  clearSandbox: TEST_WRITE,
  listMessages: TEST_READ,
  actAsSigner: { ...TEST_WRITE, users: [] },
  getClock: TEST_READ,
  moveClock: TEST_WRITE,

  listEvents: { ...NOBODY, keys: READ.keys },

  listHooks: READ,
  listHookDeliveries: READ,
  createHook: HAND_OUT,
  deleteHook: HAND_OUT,
  rotateHookSecret: HAND_OUT,
  testHook: WRITE,
  redeliverHookDelivery: WRITE,
  recoverHook: WRITE,
  hookSummaries: PEOPLE,
  readHook: PEOPLE,
  readHookAlone: PEOPLE,
  readDelivery: PEOPLE,
  sendExample: PEOPLE,
  attemptAsCurl: PEOPLE,
  checkSignature: PEOPLE,
  switchHook: OWNERS,
  changeHook: OWNERS,

  workspaceSettings: PEOPLE,
  workspaceUsage: PEOPLE,
  ssoInfo: PEOPLE,
  countDeletedBy: PEOPLE,
  changeWorkspace: OWNERS,
  listPeople: PEOPLE,
  readMember: PEOPLE,
  listWork: PEOPLE,
  invite: OWNERS,
  withdrawInvitation: OWNERS,
  changeRole: OWNERS,
  removePerson: OWNERS,

  createEmbeddedSession: { ...NOBODY, keys: ['full', 'embedded'], entitlement: 'enterprise' },
  getEmbeddedSession: { ...READ, keys: [...READ.keys, 'embedded'] },
  revokeEmbeddedSession: { ...WRITE, keys: ['full', 'embedded'] },

  signerPage: SIGN,
  logoForSigner: SIGN,
  currentFileForSigner: SIGN,
  firstPageForSigner: SIGN,
  readingTextForSigner: SIGN,
  signedFileForSigner: SIGN,
  markLoaded: SIGN,
  markViewed: SIGN,
  recordDisplay: SIGN,
  saveFields: SIGN,
  previewFields: SIGN,
  previewSigning: SIGN,
  completeSigning: SIGN,
  declineSigning: SIGN,
  proposeSigner: SIGN,
  sendCode: SIGN,
  verifyCode: SIGN,
} as const satisfies Record<string, Rule>

export type Verb = keyof typeof RULES

/** The actors that the table allows to do this. */
export type ActorOf<V extends Verb> =
  | ((typeof RULES)[V]['keys'] extends readonly [] ? never : ApiKeyActor)
  | ((typeof RULES)[V]['users'] extends readonly [] ? never : UserActor)
  | ((typeof RULES)[V]['senderLink'] extends true ? SenderLinkActor : never)
  | ((typeof RULES)[V]['signer'] extends true ? SignerActor : never)
  | ((typeof RULES)[V]['system'] extends true ? SystemActor : never)

type Refusal = 'invalid_key' | 'insufficient_scope' | 'test_key_required' | 'live_key_required' | 'not_permitted'

/**
 * Why the actor may not, apart from the plan: `invalid_key` for an embedded-only key outside its few calls, which
 * reveals no more than for an unknown key (contract 5); `insufficient_scope` for a key of another scope;
 * `test_key_required` and `live_key_required` for a key of the other kind;
 * `not_permitted` for anyone else. Null: the actor may.
 */
export function refusalOf(verb: Verb, actor: Actor): Refusal | null {
  const rule: Rule = RULES[verb]
  switch (actor.kind) {
    case 'apiKey':
      if (rule.keys.includes(actor.scope)) return isOfKind(rule, actor) ? null : `${rule.only!}_key_required`
      if (actor.scope === 'embedded') return 'invalid_key'
      return rule.keys.length > 0 ? 'insufficient_scope' : 'not_permitted'
    case 'user':
      return rule.users.includes(actor.role) && isOfKind(rule, actor) ? null : 'not_permitted'
    case 'senderLink':
      return rule.senderLink ? null : 'not_permitted'
    case 'signer':
      return rule.signer ? null : 'not_permitted'
    case 'system':
      return rule.system ? null : 'not_permitted'
  }
}

/** Whether the actor's workspace is of the kind that the rule is for. */
function isOfKind({ only }: Rule, { liveId }: { liveId: string | null }): boolean {
  return only === null || only === (liveId === null ? 'live' : 'test')
}

/** Whether the plan of the actor's workspace lacks what the verb needs (contract 5.5). */
export function lacksEntitlement(ctx: Pick<Ctx, 'config'>, verb: Verb, actor: Actor): boolean {
  const rule: Rule = RULES[verb]
  if (rule.entitlement === null || (actor.kind !== 'apiKey' && actor.kind !== 'user')) return false
  return actor.tier === null || !planOf(ctx, actor.tier).enterprise
}

/**
 * Every verb calls this first. It does not decide which rows are found: those of the actor's workspace.
 * @throws DomainError as `refusalOf`, and `enterprise-required`
 */
export function assertMay<V extends Verb>(
  ctx: Pick<Ctx, 'config'>,
  actor: Actor,
  verb: V,
): asserts actor is ActorOf<V> {
  const refusal = refusalOf(verb, actor)
  if (refusal) throw new DomainError(refusal, MESSAGES[refusal])
  if (lacksEntitlement(ctx, verb, actor)) throw new DomainError('enterprise-required', MESSAGES['enterprise-required'])
}

/** Whether something is done by this name. An operation of the API has the name of its verb. */
export function isVerb(name: string): name is Verb {
  return Object.hasOwn(RULES, name)
}

/** The messages of refusals, over HTTP too. */
export const MESSAGES = {
  invalid_key: 'a valid API key is required: Authorization: Bearer <key>',
  insufficient_scope: 'the scope of this key does not allow this call: writing needs full, disclosing needs disclose',
  test_key_required: 'this call takes a key of a sandbox; make one with POST /sandboxes',
  live_key_required: 'this call takes a live key, and this is one of a sandbox',
  not_permitted: 'you are not permitted to do this',
  'enterprise-required': 'this call needs the Enterprise entitlement',
} as const
