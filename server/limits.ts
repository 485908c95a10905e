/** The limits of contract 8, with their units in the names. */

/** One bucket per API key, fixed windows opened by the first request. */
export const RATE = { requests: 60, windowSeconds: 60 } as const

/** Bodies other than the PDF; 1 MB. All text parts of a multipart body count together. */
export const BODY = { maxBytes: 1_048_576, maxDepth: 32, maxParts: 600 } as const

/** The uploaded or fetched PDF; 25 MB. */
export const PDF = { maxBytes: 26_214_400, maxFilenameCharacters: 200 } as const

/** Fetching a `file_url`: connection, first byte of the response, whole transfer. */
export const FILE_URL = { connectMs: 5_000, firstByteMs: 10_000, wholeMs: 30_000 } as const

/**
 * Refused callers of one network, per kind: an IPv4 address or an IPv6 /64, and the /48 around it, which one customer
 * may own entirely (decision 0450). Nothing that is valid is ever refused by these.
 */
export const REFUSALS = { requests: 60, windowSeconds: 60, widerNetwork: 10 } as const

/** Renderings of one link's page; beyond that the page is rendered once a second, and everyone gets that one. */
export const PAGE_RENDERS = { requests: 60, windowSeconds: 60, reusedMs: 1_000 } as const

/** Calls of one signer that change or compute something. The page saves one second after the last letter. */
export const SIGNER_CALLS = { requests: 240, windowSeconds: 60 } as const

/** Texts that the signer's page asks to see as they will be printed: texts of one call, and calls of one request. */
export const PRINTED = { maxTexts: 100, requests: 120, windowSeconds: 60 } as const

/** Previews of the whole document that a signer's page asks for: calls of one request. */
export const PREVIEWED = { requests: 30, windowSeconds: 60 } as const

export const IDEMPOTENCY = {
  keptMs: 24 * 3_600_000,
  /** How long a claim lasts without renewal; renewed while the work runs. */
  leaseMs: 60_000,
  renewMs: 15_000,
  retryAfterSeconds: 5,
} as const

export const API_LOG = { keptMs: 30 * 24 * 3_600_000 } as const

/**
 * `last_used_at` of an API key is written at most this often; its calls are reported for 24 hours. A form for a key that
 * is sent again so soon was sent by one double click.
 */
export const KEY_USE = { recordedEveryMs: 60_000, reportedMs: 24 * 3_600_000, repeatedMs: 5_000 } as const

/** Signing links: days from the invitation. */
export const EXPIRY = {
  defaultDays: 14,
  maxDays: 90,
  dayMs: 24 * 3_600_000,
  /** From the first expiry of a document to the email about it, which names all that expired by then. */
  mailAfterMs: 60_000,
} as const

/** Sign-in to the dashboard by a link or a code. */
export const SIGN_IN = {
  livesMs: 15 * 60_000,
  codeCharacters: 6,
  /** Wrong codes until the code is void. */
  maxTries: 5,
  /** Wrong codes in all windows that take the code of one mail. */
  maxTriesOfMail: 1_000,
  /** Mails within `countedMs`: to one address from one network, to one address from all, from one network to all. */
  maxOfAddressHere: 5,
  maxOfAddress: 20,
  maxOfNetwork: 30,
  /** Beyond `maxOfAddress` a mail is shared by all who ask for one within this time. */
  sharedMs: 10 * 60_000,
  countedMs: 3_600_000,
  keptMs: 24 * 3_600_000,
} as const

/** Mails with a code for a new address of one person within `SIGN_IN.countedMs`. */
export const EMAIL_CHANGE = { maxOfUser: 5 } as const

/**
 * Mails with a code that are asked for by direct links: to one address, from one network (a room full of people may share
 * one), and by one link.
 */
export const DIRECT_CODES = {
  ofAddress: { requests: 5, windowSeconds: 3_600 },
  ofNetwork: { requests: 30, windowSeconds: 3_600 },
  ofLink: { requests: 200, windowSeconds: 3_600 },
} as const

/** Invitations to a workspace. */
export const INVITATION = {
  livesMs: 7 * 24 * 3_600_000,
  /** Mails of one workspace. */
  mails: { requests: 50, windowSeconds: 24 * 3_600 },
} as const

/** Sessions of the dashboard. */
export const USER_SESSION = {
  /** Without a request for so long, it has ended. */
  idleMs: 30 * 24 * 3_600_000,
  recordedEveryMs: 60_000,
  /** On the person's own page, which can end all of them. */
  listed: 100,
} as const

/** Codes by SMS (contract 8; wrong attempts: decision 0028). */
export const SMS_CODE = {
  digits: 6,
  livesMs: 10 * 60_000,
  /** Codes without a completed check, until the last one has expired. */
  maxCodes: 5,
  /** Attempts at one code, and at all codes of one request. */
  maxTries: 5,
  maxTriesOfRequest: 30,
} as const
/** Codes without a completed check in 24 hours: of one request, then it is locked, and to one number of a workspace. */
export const SMS_DAY = { ofRequest: 10, ofPhone: 30, ms: 24 * 3_600_000 } as const
/** Code requests of one address. */
export const SMS_REQUESTS = { requests: 4, windowSeconds: 60 } as const

export const REMIND = {
  cooldownMs: 60_000,
  sendMs: 10_000,
  /** Automatic reminders, in workspaces that enable them: days after the invitation. */
  afterDays: [3, 7, 12],
  /** What somebody who sends by hand can choose for a document, beside none. */
  choices: [
    [1, 3, 5],
    [3, 7, 12],
    [3, 10, 17, 24],
  ],
} as const

export const METADATA = {
  maxKeys: 50,
  maxBytes: 8_192,
  maxValueCharacters: 500,
  /** `__proto__` is a trap in the languages of many receivers. */
  key: /^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$/,
} as const

/** From this time on an unknown top-level key is refused instead of causing a warning (contract 9.5). */
export const UNKNOWN_KEYS_REFUSED_FROM = new Date('2026-12-31T00:00:00Z')

/** From this time on confirm refuses `recipients[].phone`, the old spelling of `phone_e164` (contract 9.8). */
export const CONFIRM_PHONE_REFUSED_FROM = new Date('2026-12-31T00:00:00Z')

/** A signer may name this many people, one after the other, who should sign instead. */
export const HAND_OVER = { maxProposals: 5 } as const

/** A decline's reason; the event carries its beginning (contract 6.3). */
export const DECLINE = { maxCharacters: 5_000, eventCharacters: 1_000 } as const

/** Limits of one field value. A drawing counts its numbers: two per point. */
export const FIELD_VALUE = {
  nameCharacters: 120,
  textCharacters: 2_000,
  drawnNumbers: 40_000,
  drawnSize: 10_000,
  imageBytes: 1_048_576,
} as const

/** A sequential release's `sent` and the preceding `signed` are held this long for the outcome of the invitation. */
export const HOLD = { releaseMs: 15_000 } as const

/** Sealing: the lease of one attempt, how often it is renewed, and the wait after a failure. */
export const SEAL = {
  leaseMs: 30_000,
  renewMs: 10_000,
  firstRetryMs: 5_000,
  lastRetryMs: 60_000,
  /** A seal that fails for this long is reported to the sender; 10 minutes. */
  reportedAfterMs: 10 * 60_000,
} as const

/** Every stored file is compared with its hashes this often, a damaged one sooner, at most so many bytes a minute. */
export const FILE_CHECKS = {
  everyMs: 30 * 24 * 3_600_000,
  damagedEveryMs: 3_600_000,
  bytesPerRun: 64 * 1024 * 1024,
} as const

/**
 * Renewing sealed files: how many in a run, a minute; the lease of one attempt; the wait after a failure, doubled from
 * the first to the last. Files of older versions are read at most so many bytes a run.
 */
export const RENEWAL = {
  perRun: 100,
  surveyedBytesPerRun: 64 * 1024 * 1024,
  leaseMs: 10 * 60_000,
  firstRetryMs: 5 * 60_000,
  lastRetryMs: 24 * 3_600_000,
} as const

/**
 * The dashboard's list of documents: rows of a page; folders, and the characters of their names; how far a tab is counted; how far back words are searched at first;
 * how long a search may take; how long what declined or expired needs attention. How words and addresses are found
 * (decision 0560): how many documents of an address are collected, rows of the list that are sampled, how many hits there
 * make it worth reading on and how many rows, and how many hits of the index are put into order.
 */
export const LIST = {
  rows: 50,
  folders: 200,
  folderName: 60,
  countedTo: 1_000,
  searchedMs: 90 * 24 * 3_600_000,
  statementMs: 1_000,
  attentionMs: 30 * 24 * 3_600_000,
  fewHits: 100,
  sampledRows: 500,
  frequentHits: 2,
  readRows: 15_000,
  indexedHits: 5_000,
} as const

/** The page Start: documents of each list, and how long it says of one that it is done. */
export const START = { rows: 10, doneMs: 7 * 24 * 3_600_000 } as const

/** The registry of fields in the dashboard: rows of a page. */
export const FIELD_LIST = { rows: 100 } as const

/**
 * API keys, webhooks and people in the dashboard: rows of a page; keys that the filter of the API log offers; webhooks
 * whose state the first page tells.
 */
export const KEY_LIST = { rows: 50, offered: 200 } as const
export const HOOK_LIST = { rows: 50, watched: 200 } as const
export const PEOPLE_LIST = { rows: 50 } as const

/**
 * What is prepared in the dashboard: PDFs, signers, copies and fields of a PDF, as in a call; of how many documents the signers
 * are offered again; how long a draft is kept after its
 * last change, how far ahead it can be scheduled, rows of a page of them, and the lease of one attempt to send it.
 */
export const DRAFTS = {
  files: 10,
  signers: 20,
  observers: 20,
  remembered: 200,
  boxes: 500,
  uploadBytes: 60 * 1024 * 1024,
  keptMs: 60 * 24 * 3_600_000,
  scheduledMs: 365 * 24 * 3_600_000,
  rows: 50,
  leaseMs: 120_000,
} as const

/** A staged instance is confirmed within 14 days, or discarded (contract 8); a discarded one is kept 30 days at most. */
export const REVIEW = { windowMs: 14 * 24 * 3_600_000, discardedKeptMs: 30 * 24 * 3_600_000 } as const

/**
 * A CSV file whose rows are sent; a job takes `rowsOfJob` of them. Its lines are counted with the empty ones between
 * others. What was not sent is deleted after `keptMs`; 30 days.
 */
export const BULK = {
  rows: 1_000,
  lines: 5_000,
  cells: 1_000_000,
  rowsOfJob: 20,
  maxBytes: 5 * 1024 * 1024,
  filenameCharacters: 200,
  unknownColumns: 200,
  keptMs: 30 * 24 * 3_600_000,
} as const

/** A hook's log (contract 6.6), and the shared limit of its pings and redeliveries (contract 4.8, 4.9). */
/**
 * Given-up deliveries are kept this much longer, so that they can be recovered; 30 days. In the dashboard, how far those
 * that fail and those given up are counted, and among how many of the newest those of one event are looked for.
 */
export const DELIVERY_LOG = {
  kept: 100,
  givenUpKeptMs: 30 * 24 * 3_600_000,
  countedTo: 1_000,
  searched: 10_000,
} as const
/** Deliveries of a callback, after its document has ended; 30 days. */
export const CALLBACKS = { keptMs: 30 * 24 * 3_600_000 } as const
/** Events that no log references, 90 days; `GET /events` reads those of 30 days. */
export const EVENTS = { keptMs: 90 * 24 * 3_600_000, readableMs: 30 * 24 * 3_600_000 } as const
export const HOOK_SENDS = { requests: 10, windowSeconds: 60 } as const

/** After a rotation the previous secret stays valid this long; 24 hours (contract 6.5). */
export const ROTATION = { overlapMs: 24 * 3_600_000 } as const

/** Embedded sessions can be read this long after their end; 30 days. Their own lifetime is in the spec. */
export const EMBEDDING = { keptMs: 30 * 24 * 3_600_000 } as const

/** Sandboxes (contract 1.13): how long one exists, how many of a workspace at once, and what a call may do. */
export const SANDBOX = {
  leastMs: 3_600_000,
  mostMs: 30 * 24 * 3_600_000,
  atOnce: 20,
  /** Of one answer. */
  messages: 50,
  /** Text messages of a month. */
  smsMonthly: 25,
  /** Documents that exist at a time. */
  documents: 10_000,
  /** Of the clock: in one call, and in all. */
  moveMs: 100 * 24 * 3_600_000,
  aheadMs: 730 * 24 * 3_600_000,
} as const

/** One bucket of each key for the routes under `/sandbox`. */
export const SANDBOX_RATE = { requests: 600, windowSeconds: 60 } as const
