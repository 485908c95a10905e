// Generated from spec/ by scripts/generate.ts. Do not edit.
import { z } from '@hono/zod-openapi'
import { atMost, uploadedFile } from '../schema-parts.ts'

/** ISO 8601, UTC. */
export const Timestamp = z.iso.datetime({ offset: true }).openapi("Timestamp")

export const Me = z.object({
  workspace: z.object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    tier: z.string(),
  }),
  key: z.object({
    id: z.uuid(),
    scopes: z.array(z.enum(["full", "read", "embedded", "disclose"])),
  }),
  capabilities: z.object({
    embedded_signing: z.boolean(),
    templates: z.boolean(),
    webhooks: z.boolean(),
    sms_verification: z.boolean(),
    ip_allowlist: z.boolean(),
    metadata: z.boolean(),
  }),
  sandbox: z.boolean(),
  sms_allowance: z.object({
    monthly: z.int(),
    used: z.int(),
    remaining: z.int(),
    resets_at: Timestamp,
  }),
}).openapi("Me")

/** What is wrong, for people. It may change, so match `code` and never this. */
export const ErrorText = z.string().openapi("ErrorText")

/** The page of this code: what causes it, an example, what to do. */
export const DocUrl = z.string().openapi("DocUrl", { ...{"format":"uri"} })

/** The bearer token is missing, malformed, unknown or revoked, or limited to `/embedded/*`. */
export const InvalidKeyError = z.object({
  error: ErrorText,
  code: z.literal("invalid_key"),
  doc_url: DocUrl.optional(),
}).openapi("InvalidKeyError")

/** The key is restricted to other addresses. */
export const IpNotAllowedError = z.object({
  error: ErrorText,
  code: z.literal("ip_not_allowed"),
  doc_url: DocUrl.optional(),
  ip: z.string().nullable(),
}).openapi("IpNotAllowedError")

/** The database failed; nothing was changed. */
export const DbFailedError = z.object({
  error: ErrorText,
  code: z.literal("db_failed"),
  doc_url: DocUrl.optional(),
}).openapi("DbFailedError")

/** An unexpected failure of the service; find it in the logs by its `X-Request-Id`. */
export const InternalError = z.object({
  error: ErrorText,
  code: z.literal("internal_error"),
  doc_url: DocUrl.optional(),
}).openapi("InternalError")

/** Surrounding white space is removed. An internationalised domain name must be in its `xn--` form. */
export const Email = z.string().trim().refine(...atMost(254)).regex(new RegExp("^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$", 'u'), { error: "must be an email address" }).openapi("Email", { ...{"maxLength":254,"pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$","format":"email"} })

/** 1 to 64 letters and digits of any script, space and `_ . -`; surrounding white space is removed; compared exactly. */
export const Role = z.string().trim().refine((value) => new RegExp("^[\\p{L}\\p{M}\\p{N} _.\\-]{1,64}$", 'u').test(value), { error: "must be 1 to 64 letters, digits, spaces or _ . -" }).openapi("Role", { ...{"minLength":1,"maxLength":64} })

/** Language of the invitation and of the signing page. An unknown value is rejected; languages are added without notice. */
export const Locale = z.enum(["en", "de", "fr", "it", "es", "pt", "nl", "pl", "sv", "da", "cs", "ar"]).openapi("Locale")

/** E.164. */
export const Phone = z.string().regex(new RegExp("^\\+[1-9][0-9]{1,14}$", 'u'), { error: "must be in E.164 form, with + and the country code, e.g. +41791234567" }).openapi("Phone", { ...{"pattern":"^\\+[1-9][0-9]{1,14}$"} })

/** The document is shown only after the SMS code was verified. */
export const SmsGate = z.enum(["before_view"]).openapi("SmsGate")

/** Where this signer goes on after signing or declining: a button on the last page of the hosted link (not in a frame), to exactly this address; nothing
 * is added to it. https, without credentials, with an origin that is registered on the key; else 400 `return_url_not_allowed`. */
export const ReturnUrl = z.string().refine(...atMost(2048)).regex(new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$", 'u'), { error: "must be an https URL" }).openapi({"maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$"}).nullable().openapi("ReturnUrl")

/** Strict; an unknown key is rejected with 400 `unknown_signer_field`. */
export const SignerInput = z.strictObject({
  email: Email,
  role: z.union([Role, z.null()]).optional(),
  name: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  first_name: z.string().refine(...atMost(60)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":60,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  last_name: z.string().refine(...atMost(60)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":60,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  locale: z.union([Locale, z.null()]).optional(),
  phone_e164: z.union([Phone, z.null()]).optional(),
  require_sms_verification: z.boolean().nullable().optional(),
  sms_gate: z.union([SmsGate, z.null()]).optional(),
  reference: z.string().refine(...atMost(255)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  company: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  job_title: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  signing_order: z.int().gte(1).lte(100).nullable().optional(),
  return_url: ReturnUrl.optional(),
}).openapi("SignerInput")

/** Two signers may share an email address; the roles given must be unique. */
export const Signers = z.array(SignerInput).min(1).max(20).openapi("Signers")

/** `anchors` (default): markers `[[ls:KIND:ROLE]]` in the PDF's text become fields and are removed before a signer sees the page; KIND is
 * signature, initial, date, name or text; text and name may have a field key, `[[ls:text:ROLE:FIELD_KEY]]`. A kind other than text may
 * appear once per page and role. With no marker at all the call falls back to `auto_append`: an appended page with one block for
 * each signer. A role with markers but without a signature or initial gets such a block too. `explicit`: the boxes of `fields`. `manual` is
 * retired (400 `placement_retired`). */
export const PlacementInput = z.enum(["anchors", "auto_append", "explicit", "manual"]).nullable().openapi("PlacementInput")

/** What the signer does in the box. */
export const FieldKind = z.enum(["signature", "initial", "date", "name", "text", "checkbox"]).openapi("FieldKind")

export const FieldKey = z.string().regex(new RegExp("^[A-Za-z][A-Za-z0-9_.\\-]{0,63}$", 'u'), { error: "must be a letter and at most 63 more letters, digits or _ . -" }).openapi("FieldKey", { ...{"pattern":"^[A-Za-z][A-Za-z0-9_.\\-]{0,63}$"} })

/** Fractions 0 to 1 of the page as displayed (its CropBox after /Rotate), origin top-left. `x + w` and `y + h` are at most 1 (within 0.000001). */
export const FieldInput = z.strictObject({
  role: Role,
  kind: FieldKind,
  page: z.int().gte(1),
  x: z.number().gte(0).lte(1),
  y: z.number().gte(0).lte(1),
  w: z.number().gte(0.01).lte(1),
  h: z.number().gte(0.005).lte(1),
  field_key: z.union([FieldKey, z.null()]).optional(),
  required: z.boolean().nullable().optional(),
  label: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  max_length: z.int().gte(1).lte(2000).nullable().optional(),
}).openapi("FieldInput")

/** The boxes, required with `placement` `explicit` and rejected with any other. */
export const FieldsInput = z.array(FieldInput).max(500).nullable().openapi("FieldsInput")

/** Your own reference, a flat object: at most 50 keys of 1 to 40 characters of `[A-Za-z0-9_.-]`, but not `__proto__`; each value a string of at most 500
 * characters, a number, a boolean or null; at most 8 KB as UTF-8 JSON. Stored on the document and echoed by the create call, by
 * `GET /documents/{id}` and by every full webhook that names the document. */
export const Metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()).openapi("Metadata")

/** Checked as a whole; a violation is 400 `invalid_metadata` with `problems[]`. */
export const MetadataInput = z.unknown().openapi("MetadataInput", { ...{"oneOf":[{"$ref":"#/components/schemas/Metadata"},{"type":"null"}]} })

/** False: no email of any kind is sent for this document, unless you request a reminder; you deliver each `signingUrl` yourself. Anything
 * but a boolean is rejected, including null. */
export const SendEmails = z.boolean().openapi("SendEmails")

/** `parallel` (default): all signers are invited at once. `sequential`: one after the other, by `signing_order`. */
export const SigningModeInput = z.enum(["sequential", "parallel"]).nullable().openapi("SigningModeInput")

/** Get a copy of the sealed PDF and never sign. */
export const ObserverEmails = z.array(Email).max(20).nullable().openapi("ObserverEmails")

/** A webhook for this document alone: an https URL with a public address. It gets every event with the full body, signed with the
 * `callback.secret` of this response. Not a URL: 400 `invalid_request`; not https: 400 `https_required`; a private address: 400 `url_not_public`. */
export const CallbackUrl = z.string().min(1).refine(...atMost(2048)).openapi({"maxLength":2048,"format":"uri"}).nullable().openapi("CallbackUrl")

/** Applies to every signer; one without `require_sms_verification` makes the call 400 `invalid_request`. */
export const SmsGateInput = z.union([SmsGate, z.null()]).openapi("SmsGateInput")

/** The document's name as shown to signers; default the file's name. */
export const Title = z.string().refine(...atMost(200)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().openapi("Title")

/** A text in the invitation; may contain line breaks. */
export const Message = z.string().refine(...atMost(2000)).regex(new RegExp("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$", 'u'), { error: "must not contain control characters other than line breaks and tabs" }).openapi({"maxLength":2000,"pattern":"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$"}).nullable().openapi("Message")

/** The subject of the invitation, instead of ours; a reminder says that it is one and repeats it. */
export const Subject = z.string().refine(...atMost(200)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().openapi("Subject")

/** Where answers to this document's emails go, and questions from its signing page; default the workspace's reply address, without one the address that sends them. */
export const ReplyTo = z.union([Email, z.null()]).openapi("ReplyTo")

/** Days from the invitation until the signing request expires; default 14. */
export const ExpiresInDays = z.int().gte(1).lte(90).nullable().openapi("ExpiresInDays")

/** Not an option of this call: true is 400 `invalid_request`, so that a dry run sends nothing. The dry run is `POST /signing-requests/validate`. */
export const ValidateOnly = z.boolean().nullable().openapi("ValidateOnly")

/** The PDF as a part, every other part JSON-encoded; a string part may also be raw (`anchors` or `"anchors"`), a list one part for each element. */
export const SigningRequestUpload = z.object({
  file: uploadedFile().openapi({"type":"string","format":"binary"}),
  file_url: z.null({ error: "must be left out: send either the part file, or file_url in a JSON body" }).optional(),
  signers: Signers,
  placement: PlacementInput.optional(),
  fields: FieldsInput.optional(),
  metadata: MetadataInput.optional(),
  send_emails: SendEmails.default(true),
  signing_mode: SigningModeInput.optional(),
  observer_emails: ObserverEmails.optional(),
  callback_url: CallbackUrl.optional(),
  sms_gate: SmsGateInput.optional(),
  title: Title.optional(),
  message: Message.optional(),
  subject: Subject.optional(),
  reply_to: ReplyTo.optional(),
  expires_in_days: ExpiresInDays.optional(),
  validate_only: ValidateOnly.optional(),
}).openapi("SigningRequestUpload")

export const SigningRequestFromUrl = z.object({
  file: z.null({ error: "must be left out: send either the part file, or file_url in a JSON body" }).optional(),
  file_url: z.string().refine(...atMost(2048)).regex(new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$", 'u'), { error: "must be an http or https URL" }).openapi({"maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$","format":"uri"}),
  signers: Signers,
  placement: PlacementInput.optional(),
  fields: FieldsInput.optional(),
  metadata: MetadataInput.optional(),
  send_emails: SendEmails.default(true),
  signing_mode: SigningModeInput.optional(),
  observer_emails: ObserverEmails.optional(),
  callback_url: CallbackUrl.optional(),
  sms_gate: SmsGateInput.optional(),
  title: Title.optional(),
  message: Message.optional(),
  subject: Subject.optional(),
  reply_to: ReplyTo.optional(),
  expires_in_days: ExpiresInDays.optional(),
  validate_only: ValidateOnly.optional(),
}).openapi("SigningRequestFromUrl")

/** The document, as in the paths below `/documents`. */
export const DocumentId = z.uuid().openapi("DocumentId")

/** The signer's row in the document, as in the paths below `/signing-requests`. */
export const SigningRequestId = z.uuid().openapi("SigningRequestId")

/** True: the invitation was committed for sending. False: `send_emails` was false, the signer is still queued, the address's domain accepts
 * no mail, or the mail provider finally rejected it. */
export const Emailed = z.boolean().openapi("Emailed")

/** `aes` (advanced): the signer is verified by a one-time code sent to a phone. `ses` (simple): by their own link or embedded session alone,
 * whether the service sent the link or you passed it on. */
export const SignatureLevel = z.enum(["ses", "aes"]).openapi("SignatureLevel")

export const CreatedSigner = z.object({
  role: z.string().nullable(),
  signingRequestId: SigningRequestId,
  signingUrl: z.string(),
  emailed: Emailed,
  email: z.string(),
  name: z.string().nullable(),
  status: z.enum(["pending", "queued"]),
  order: z.int().nullable(),
  locale: Locale,
  reference: z.string().nullable(),
  company: z.string().nullable(),
  jobTitle: z.string().nullable(),
  returnUrl: z.string().nullable(),
  requireSmsVerification: z.boolean(),
  smsGate: z.union([SmsGate, z.null()]),
  signatureLevel: SignatureLevel,
  expiresAt: z.union([Timestamp, z.null()]),
}).openapi("CreatedSigner")

/** How the boxes were placed; `auto_append` also when `anchors` found no marker. */
export const PlacementUsed = z.enum(["anchors", "auto_append", "explicit"]).openapi("PlacementUsed")

/** Markers found in the file, whatever the placement; `explicit` and `auto_append` leave them on the page. */
export const MarkersFound = z.int().openapi("MarkersFound")

/** Shown once. The HMAC key is this whole string, prefix included, as UTF-8 bytes. */
export const WebhookSecret = z.string().regex(new RegExp("^whsec_[0-9a-f]{48}$", 'u')).openapi("WebhookSecret", { ...{"pattern":"^whsec_[0-9a-f]{48}$"} })

/** `unknown_field`: an unknown top-level key was ignored. `deprecated_field`: a spelling that will be rejected. `unknown_column`: a collection
 * column the table lacks. `ignored_field`: a key that has no effect here, e.g. `signing_order` in a parallel send. `malformed_marker`: text
 * that looks like a marker was left on the page, because it is malformed or is in an annotation or form field, where markers
 * are not read; at most 20 are named, then one warning counts the rest. `signature_block_appended`: a role has markers but no signature or initial, so
 * a block was appended on a last page. `active_content_removed` and `attachments_removed`: content that a signed document must not contain was removed;
 * XML that a PDF/A-3 file carries, such as the invoice of Factur-X, stays.
 * `leading_bytes_removed`: bytes before the `%PDF-` header were removed. `markers_not_used`: the PDF has markers, as far as its content can be
 * read, but `placement` is `auto_append` or `explicit`; they stay on the page. `file_truncated`: the end of the PDF is missing, as after an
 * interrupted transfer; pages may be missing too. `missing_glyph`: no font of the server has a character of the title, of a name or of another
 * text that the document or its audit trail shows; a box is shown in its place. `encryption_removed`: the PDF was encrypted
 * but opens without a password; it is stored, shown and sealed without its encryption. `conformance_lost`: the PDF claims to be PDF/A, PDF/UA or
 * Factur-X of a kind that a signed file would not be, so the claim was removed from its metadata; in a PDF that
 * is already signed the claim stays, and holds for that revision alone. The message says which and why. `unusual_page`: a page is so small or
 * so large, or cropped to such a place, that viewers may not show what is written on it. `attachments_removed` names the files of a portfolio,
 * of which only the cover is signed. `earlier_signature`: a signature that the PDF brings along is not valid, or could not be checked; it is
 * accepted, and named in `earlierSignatures`. `marks_as_fields`: the PDF is already signed, so what the signers write is added as signature
 * fields, which keeps its signatures valid; viewers built on MuPDF show an arrow in place of each. */
export const WarningCode = z.enum(["unknown_field", "deprecated_field", "unknown_column", "ignored_field", "malformed_marker", "signature_block_appended", "active_content_removed", "attachments_removed", "leading_bytes_removed", "markers_not_used", "file_truncated", "missing_glyph", "encryption_removed", "conformance_lost", "unusual_page", "earlier_signature", "marks_as_fields"]).openapi("WarningCode")

/** Something that was ignored or done for you. A warning never fails the call. */
export const Warning = z.object({
  field: z.string(),
  code: WarningCode,
  message: z.string(),
}).openapi("Warning")

/** SHA-256 in lowercase hex. */
export const Sha256 = z.string().regex(new RegExp("^[0-9a-f]{64}$", 'u')).openapi("Sha256", { ...{"pattern":"^[0-9a-f]{64}$"} })

export const EarlierSignature = z.object({
  field: z.string(),
  kind: z.enum(["certification", "approval", "timestamp"]),
  state: z.enum(["valid", "invalid", "unknown"]),
  signer: z.string().nullable(),
}).openapi("EarlierSignature")

export const PlacedField = z.object({
  role: z.string().nullable(),
  kind: FieldKind,
  page: z.int(),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  fieldKey: z.string().nullable(),
  label: z.string().nullable(),
}).openapi("PlacedField")

export const SigningRequestCreated = z.object({
  documentId: DocumentId,
  status: z.literal("pending"),
  signers: z.array(CreatedSigner),
  placement: PlacementUsed,
  anchors: z.object({
    found: MarkersFound,
  }),
  metadata: z.union([Metadata, z.null()]),
  callback: z.object({
    secret: WebhookSecret,
  }).optional(),
  warnings: z.array(Warning),
  sha256: Sha256,
  originalSha256: Sha256,
  earlierSignatures: z.array(EarlierSignature),
  fields: z.array(PlacedField),
}).openapi("SigningRequestCreated")

/** The body is not valid JSON or fails validation; `meta.path` is its location. */
export const InvalidRequestError = z.object({
  error: ErrorText,
  code: z.literal("invalid_request"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    path: z.string().optional(),
    page_count: z.int().optional(),
    issues: z.array(z.object({
      path: z.string(),
      message: z.string(),
    })).optional(),
  }).optional(),
}).openapi("InvalidRequestError")

/** A signer has unknown keys. */
export const UnknownSignerFieldError = z.object({
  error: ErrorText,
  code: z.literal("unknown_signer_field"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    signers: z.array(z.object({
      index: z.int(),
      fields: z.array(z.string()),
    })),
    accepted: z.array(z.string()),
  }),
}).openapi("UnknownSignerFieldError")

/** A key that the call does not accept. On PATCH immediately; on the create call from 2026-12-31 (a warning until then). */
export const UnknownFieldError = z.object({
  error: ErrorText,
  code: z.literal("unknown_field"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    fields: z.array(z.string()),
    accepted: z.array(z.string()),
  }),
}).openapi("UnknownFieldError")

export const MetadataProblem = z.object({
  field: z.string(),
  code: z.enum(["too_many_keys", "key_invalid", "value_too_long", "not_flat", "too_large"]),
  message: z.string(),
}).openapi("MetadataProblem")

/** `metadata` is not a flat object within its limits; `problems[]` lists every violation. */
export const InvalidMetadataError = z.object({
  error: ErrorText,
  code: z.literal("invalid_metadata"),
  doc_url: DocUrl.optional(),
  problems: z.array(MetadataProblem).min(1),
}).openapi("InvalidMetadataError")

/** `Idempotency-Key` is not 1 to 255 printable ASCII characters, or was sent twice. */
export const InvalidIdempotencyKeyError = z.object({
  error: ErrorText,
  code: z.literal("invalid_idempotency_key"),
  doc_url: DocUrl.optional(),
}).openapi("InvalidIdempotencyKeyError")

/** The PDF has markers, but none for this signer's role. */
export const SignerHasNoAnchorError = z.object({
  error: ErrorText,
  code: z.literal("signer_has_no_anchor"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    role: z.string().nullable(),
  }),
}).openapi("SignerHasNoAnchorError")

/** The same marker of kind signature, initial, date or name appears twice on a page for one role. */
export const DuplicateAnchorError = z.object({
  error: ErrorText,
  code: z.literal("duplicate_anchor"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    role: z.string(),
    kind: FieldKind,
    page: z.int(),
  }),
}).openapi("DuplicateAnchorError")

/** `placement: manual` (400) and every call of `POST /documents` (410) were retired on 2026-07-31. */
export const PlacementRetiredError = z.object({
  error: ErrorText,
  code: z.literal("placement_retired"),
  doc_url: DocUrl.optional(),
}).openapi("PlacementRetiredError")

/** A marker or an explicit field names a role that no signer has. */
export const UnknownRoleError = z.object({
  error: ErrorText,
  code: z.literal("unknown_role"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    role: z.string(),
    kind: FieldKind,
    page: z.int(),
    known_roles: z.array(z.string()),
  }),
}).openapi("UnknownRoleError")

/** `callback_url` or `target_url` is not an https address (400); the hook's address is not (409). */
export const HttpsRequiredError = z.object({
  error: ErrorText,
  code: z.literal("https_required"),
  doc_url: DocUrl.optional(),
}).openapi("HttpsRequiredError")

/** `callback_url`, `target_url` or `file_url` is or resolves to a private, loopback, link-local or reserved address. */
export const UrlNotPublicError = z.object({
  error: ErrorText,
  code: z.literal("url_not_public"),
  doc_url: DocUrl.optional(),
}).openapi("UrlNotPublicError")

/** A `return_url` must be https, and its origin registered on the key (`countersign keys create --return-origin`). */
export const ReturnUrlNotAllowedError = z.object({
  error: ErrorText,
  code: z.literal("return_url_not_allowed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    path: z.string(),
    origin: z.string(),
    allowed: z.array(z.string()),
  }),
}).openapi("ReturnUrlNotAllowedError")

/** The workspace's monthly cap of documents is reached; nothing was created. */
export const TierRequiredError = z.object({
  error: ErrorText,
  code: z.literal("tier_required"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    tier: z.string(),
    cap: z.int(),
    used: z.int(),
  }),
}).openapi("TierRequiredError")

/** The document needs more text messages (codes, invitations by SMS) than remain in this month's allowance; nothing was created or sent. */
export const SmsAllowanceExhaustedError = z.object({
  error: ErrorText,
  code: z.literal("sms_allowance_exhausted"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    required: z.int(),
    remaining: z.int(),
    resets_at: Timestamp,
  }).optional(),
}).openapi("SmsAllowanceExhaustedError")

/** The scope of the key does not allow this call. */
export const InsufficientScopeError = z.object({
  error: ErrorText,
  code: z.literal("insufficient_scope"),
  doc_url: DocUrl.optional(),
}).openapi("InsufficientScopeError")

/** The key's workspace could not be read. */
export const WorkspaceNotFoundError = z.object({
  error: ErrorText,
  code: z.literal("workspace_not_found"),
  doc_url: DocUrl.optional(),
}).openapi("WorkspaceNotFoundError")

/** A call with the same `Idempotency-Key` is still running; `Retry-After` says when to retry. */
export const IdempotencyInProgressError = z.object({
  error: ErrorText,
  code: z.literal("idempotency_in_progress"),
  doc_url: DocUrl.optional(),
}).openapi("IdempotencyInProgressError")

/** The PDF has more than 26,214,400 bytes. */
export const FileTooLargeError = z.object({
  error: ErrorText,
  code: z.literal("file_too_large"),
  doc_url: DocUrl.optional(),
}).openapi("FileTooLargeError")

/** The body without the file has more than 1 MB. */
export const PayloadTooLargeError = z.object({
  error: ErrorText,
  code: z.literal("payload_too_large"),
  doc_url: DocUrl.optional(),
}).openapi("PayloadTooLargeError")

/** The body has a media type that the operation does not accept, is unparseable multipart, or the file is not a PDF. */
export const UnsupportedMediaTypeError = z.object({
  error: ErrorText,
  code: z.literal("unsupported_media_type"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    declared: z.string().nullable(),
  }).optional(),
}).openapi("UnsupportedMediaTypeError")

/** With explicit placement these roles have no signature or initial field. */
export const SignerWithoutSignatureError = z.object({
  error: ErrorText,
  code: z.literal("signer_without_signature"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    roles: z.array(z.string().nullable()),
  }),
}).openapi("SignerWithoutSignatureError")

/** Masking the markers or appending the signature page failed. */
export const PlacementFailedError = z.object({
  error: ErrorText,
  code: z.literal("placement_failed"),
  doc_url: DocUrl.optional(),
}).openapi("PlacementFailedError")

/** The PDF cannot be signed safely. `encrypted`: it needs a password, or its encryption is not known; `damaged`: no page can be found;
 * `xfa`: a dynamic form; `no_pages`; `too_many_pages`: over 2,000; `too_complex`;
 * `reserved_content`: it contains a planted signature placeholder;
 * `not_sealable`: before anything is stored, the file is signed and sealed in a trial run with throw-away keys, and that seal
 * did not verify; `error` names the check that failed; `mark_hidden`: in that trial, what a signer writes into a field cannot be seen on screen or in
 * print, since something in the file covers it; `error` names the page; `unreadable_content`: with `placement: anchors`, a page has a filter that cannot be decoded.
 * 
 * A PDF that is already signed or certified is accepted if its signatures stay valid. Else: `no_further_signatures`: they permit no other
 * (certified against any change, or all fields locked); `signed_active_content`: it holds content that would have to be removed;
 * `signed_markers`: it has markers, which would have to be masked; `signed_append`: a signature page would have to be appended, as with
 * `auto_append` and with `anchors` without markers; `already_signed`: anything else that would have to be changed, e.g. it is encrypted,
 * or its cross-reference is damaged. */
export const PdfUnsupportedError = z.object({
  error: ErrorText,
  code: z.literal("pdf_unsupported"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    reason: z.enum(["encrypted", "damaged", "xfa", "already_signed", "no_further_signatures", "signed_active_content", "signed_markers", "signed_append", "no_pages", "too_many_pages", "too_complex", "reserved_content", "not_sealable", "mark_hidden", "unreadable_content"]),
  }),
}).openapi("PdfUnsupportedError")

/** `file_url` could not be fetched; redirects are not followed. */
export const FileFetchFailedError = z.object({
  error: ErrorText,
  code: z.literal("file_fetch_failed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    reason: z.enum(["dns", "timeout", "tls", "redirect", "http_status", "connection"]),
    status: z.int().optional(),
  }),
}).openapi("FileFetchFailedError")

/** The same `Idempotency-Key` was used with a different body within 24 hours. */
export const IdempotencyKeyReuseError = z.object({
  error: ErrorText,
  code: z.literal("idempotency_key_reuse"),
  doc_url: DocUrl.optional(),
}).openapi("IdempotencyKeyReuseError")

/** The key's window is used up (with RateLimit headers), this signer was reminded in the last 60 seconds, or the hook has used its 10 pings and redeliveries per minute (both without). `Retry-After` says when to call again. */
export const RateLimitedError = z.object({
  error: ErrorText,
  code: z.literal("rate_limited"),
  doc_url: DocUrl.optional(),
}).openapi("RateLimitedError")

/** The database failed. `meta.rolled_back` says whether everything created was rolled back; if not, `meta.document_id` names what is left. */
export const DbFailedOnCreateError = z.object({
  error: ErrorText,
  code: z.literal("db_failed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    rolled_back: z.boolean(),
    document_id: z.uuid().optional(),
  }),
}).openapi("DbFailedOnCreateError")

/** Storing or reading a file failed. */
export const StorageFailedError = z.object({
  error: ErrorText,
  code: z.literal("storage_failed"),
  doc_url: DocUrl.optional(),
}).openapi("StorageFailedError")

/** The server was too busy to process this file. Nothing was created or changed; `Retry-After` says when to call again. */
export const BusyError = z.object({
  error: ErrorText,
  code: z.literal("busy"),
  doc_url: DocUrl.optional(),
}).openapi("BusyError")

export const CreateProblem = z.object({
  field: z.string(),
  code: z.enum(["sms_allowance_exhausted", "tier_required"]),
  message: z.string(),
  meta: z.record(z.string(), z.unknown()).optional(),
}).openapi("CreateProblem")

export const Marker = z.object({
  kind: z.enum(["signature", "initial", "date", "name", "text"]),
  role: z.string(),
  page: z.int(),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  fieldKey: z.string().nullable(),
  label: z.string().nullable(),
}).openapi("Marker")

/** A signer as `POST /signing-requests` would create it; what comes to be only then is left out (ids, link, invitation, expiry). */
export const ValidatedSigner = z.object({
  role: z.string().nullable(),
  email: z.string(),
  name: z.string().nullable(),
  status: z.enum(["pending", "queued"]),
  order: z.int().nullable(),
  locale: Locale,
  reference: z.string().nullable(),
  company: z.string().nullable(),
  jobTitle: z.string().nullable(),
  returnUrl: z.string().nullable(),
  requireSmsVerification: z.boolean(),
  smsGate: z.union([SmsGate, z.null()]),
  signatureLevel: SignatureLevel,
}).openapi("ValidatedSigner")

export const SigningRequestValidated = z.object({
  ok: z.boolean(),
  problems: z.array(CreateProblem),
  warnings: z.array(Warning),
  placement: PlacementUsed,
  anchors: z.object({
    found: MarkersFound,
    markers: z.array(Marker),
  }),
  signers: z.array(ValidatedSigner),
  earlierSignatures: z.array(EarlierSignature),
  fields: z.array(PlacedField),
}).openapi("SigningRequestValidated")

/** `queued`: an earlier signer of a sequential send comes first. `pending`: invited. `viewed`: the document was loaded in the signer's
 * browser. The other four are final, but `expired` can still be withdrawn. */
export const SignerStatus = z.enum(["queued", "pending", "viewed", "signed", "declined", "withdrawn", "expired"]).openapi("SignerStatus")

/** How the signer is invited and reminded. */
export const Channel = z.enum(["email", "sms", "both"]).openapi("Channel")

/** True: the invitation by SMS was committed for sending. False: the channel is `email`, `send_emails` was false, the signer is still queued, or
 * the message was finally rejected. */
export const Texted = z.boolean().openapi("Texted")

export const MaybeTimestamp = z.union([Timestamp, z.null()]).openapi("MaybeTimestamp")

export const Signer = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.string().nullable(),
  slot: z.int().nullable(),
  order: z.int().nullable(),
  status: SignerStatus,
  locale: Locale,
  reference: z.string().nullable(),
  company: z.string().nullable(),
  jobTitle: z.string().nullable(),
  returnUrl: z.string().nullable(),
  signingUrl: z.string().nullable(),
  channel: Channel,
  emailed: Emailed,
  texted: Texted,
  requireSmsVerification: z.boolean(),
  signatureLevel: SignatureLevel,
  phoneMasked: z.string().nullable(),
  viewedAt: MaybeTimestamp,
  signedAt: MaybeTimestamp,
  declinedAt: MaybeTimestamp,
  withdrawnAt: MaybeTimestamp,
  expiredAt: MaybeTimestamp,
  smsVerifiedAt: MaybeTimestamp,
  expiresAt: MaybeTimestamp,
}).openapi("Signer")

/** The first that applies: `staged` and `discarded` (review of a template instance), `finalized` (a confirmed file), `signed` (all signers have
 * signed and the sealed file is stored: `GET /documents/{id}/signed` returns 200 until retention), `abandoned` (all signers have signed, sealing
 * failed, and you ended the document), `declined`, `withdrawn`, `expired` (any signer is), else `pending`, also while some have signed and while the seal is being made. */
export const DocumentStatus = z.enum(["staged", "discarded", "finalized", "signed", "abandoned", "declined", "withdrawn", "expired", "pending"]).openapi("DocumentStatus")

/** `api`: by a key. `sender`: by a dashboard user. */
export const WithdrawnBy = z.enum(["api", "sender"]).nullable().openapi("WithdrawnBy")

/** The signer's row as returned by `PATCH`. */
export const SigningRequestRow = Signer.extend({
  documentId: z.uuid(),
  documentStatus: DocumentStatus,
  createdAt: Timestamp,
  lastRemindedAt: MaybeTimestamp,
  reminderCount: z.int(),
  withdrawnBy: WithdrawnBy,
}).openapi("SigningRequestRow")

/** Types are added without notice. `displayed`, one for each view when the signer finishes, has in `meta` the `view` (`pages` drawn, `text`,
 * `download`, or `none` for a program that displayed nothing), `pages` (`1-12`), `page_count`, `first_at` and `last_at`. `signed` has
 * `signed_at` (UTC), the moment that the marks on the document show, and `time_zone` (IANA), the zone in which they show it,
 * `fields`, the names of what was filled in, and `ink` and `initials_ink`, how signatures and initials were made: `drawn`, `typed`, `uploaded`.
 * `email_verified`: the signer came by a direct link of the template, and entered a code that was sent to `email`.
 * `sent`, `released` and `reassigned` have in `emailed` and `texted` what was committed for sending; both false: nothing was sent, whatever
 * the `channel`. What became of it is in `email_sent`, `email_failed`, `text_sent` and `text_failed`. An entry of a key has its `key_name` and
 * `key_prefix`, one of a dashboard user `user_name` and `user_email`, as they were then. `disclosed`, for each time that the full address and device of an event were shown to
 * somebody with the right of an owner, has `event` (its `seq`), `reason` and `disclosed_by` (the person, the name of the key, or `command line`). */
export const AuditType = z.enum(["created", "staged", "review_edited", "confirmed", "discarded", "sent", "released", "email_sent", "email_failed", "text_sent", "text_failed", "reminded", "viewed", "displayed", "consented", "signed", "declined", "withdrawn", "expired", "deadline_extended", "phone_changed", "link_renewed", "hand_over_proposed", "hand_over_ignored", "reassigned", "sms_sent", "sms_failed", "sms_verified", "sms_locked", "email_verified", "session_created", "session_revoked", "sealed", "renewed", "abandoned", "disclosed", "deleted_by_retention"]).openapi("AuditType")

export const AuditEntry = z.object({
  seq: z.int(),
  type: AuditType,
  at: Timestamp,
  meta: z.record(z.string(), z.unknown()),
  hash: Sha256,
}).openapi("AuditEntry")

export const SigningRequest = SigningRequestRow.extend({
  auditEvents: z.array(AuditEntry),
}).openapi("SigningRequest")

/** The resource does not exist or belongs to another workspace. */
export const NotFoundError = z.object({
  error: ErrorText,
  code: z.literal("not_found"),
  doc_url: DocUrl.optional(),
}).openapi("NotFoundError")

export const PhoneChange = z.strictObject({
  phone_e164: Phone,
}).openapi("PhoneChange")

/** `phone_e164` is not E.164. */
export const InvalidPhoneError = z.object({
  error: ErrorText,
  code: z.literal("invalid_phone"),
  doc_url: DocUrl.optional(),
}).openapi("InvalidPhoneError")

/** The phone can be changed only while the request is pending, viewed or queued and no code was verified. */
export const NotEditableError = z.object({
  error: ErrorText,
  code: z.literal("not_editable"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    status: SignerStatus,
    sms_verified_at: z.union([Timestamp, z.null()]),
  }),
}).openapi("NotEditableError")

export const Reminded = z.object({
  signingRequestId: SigningRequestId,
  documentId: DocumentId,
  status: z.enum(["pending", "viewed"]),
  channel: Channel,
  emailed: z.boolean(),
  texted: z.boolean(),
  remindedAt: Timestamp,
  reminderCount: z.int(),
  nextRemindAllowedAt: Timestamp,
  expiresAt: Timestamp,
}).openapi("Reminded")

/** The signing request has passed its `expiresAt`. */
export const ExpiredError = z.object({
  error: ErrorText,
  code: z.literal("expired"),
  doc_url: DocUrl.optional(),
}).openapi("ExpiredError")

/** The state of the signing request does not allow this call, or changed during the call. */
export const InvalidStateError = z.object({
  error: ErrorText,
  code: z.literal("invalid_state"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    status: z.string(),
    allowed: z.array(z.string()),
  }),
}).openapi("InvalidStateError")

/** The reminder could not be sent. */
export const EmailFailedError = z.object({
  error: ErrorText,
  code: z.literal("email_failed"),
  doc_url: DocUrl.optional(),
}).openapi("EmailFailedError")

/** The reminder could not be sent by SMS. The sender is not billed for it. */
export const SmsFailedError = z.object({
  error: ErrorText,
  code: z.literal("sms_failed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    reason: z.enum(["invalid_number", "landline", "blocked", "allowance_exhausted", "not_configured", "provider_error"]),
  }),
}).openapi("SmsFailedError")

/** No email provider is configured (development only). */
export const EmailNotConfiguredError = z.object({
  error: ErrorText,
  code: z.literal("email_not_configured"),
  doc_url: DocUrl.optional(),
}).openapi("EmailNotConfiguredError")

export const Withdrawal = z.object({
  reason: z.string().refine(...atMost(1000)).regex(new RegExp("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$", 'u'), { error: "must not contain control characters other than line breaks and tabs" }).openapi({"maxLength":1000,"pattern":"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$"}).nullable().optional(),
  share_reason: z.boolean().default(false),
}).openapi("Withdrawal")

export const Withdrawn = z.object({
  signingRequestId: SigningRequestId,
  documentId: DocumentId,
  status: z.literal("withdrawn"),
  withdrawnBy: z.literal("api"),
  withdrawnAt: Timestamp,
  documentStatus: DocumentStatus,
}).openapi("Withdrawn")

export const LinkRenewed = z.object({
  signingRequestId: SigningRequestId,
  documentId: DocumentId,
  status: z.enum(["queued", "pending", "viewed", "signed"]),
  signingUrl: z.string().openapi({"format":"uri"}),
  renewedAt: Timestamp,
  expiresAt: z.union([Timestamp, z.null()]),
}).openapi("LinkRenewed")

export const Reassignment = z.strictObject({
  email: Email,
  name: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  first_name: z.string().refine(...atMost(60)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":60,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  last_name: z.string().refine(...atMost(60)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":60,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  locale: z.union([Locale, z.null()]).optional(),
  phone_e164: z.union([Phone, z.null()]).optional(),
  reference: z.string().refine(...atMost(255)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  company: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  job_title: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  return_url: ReturnUrl.optional(),
}).openapi("Reassignment")

export const Person = z.object({
  email: z.string(),
  name: z.string().nullable(),
}).openapi("Person")

export const Reassigned = z.object({
  signingRequestId: SigningRequestId,
  documentId: DocumentId,
  status: z.enum(["queued", "pending", "viewed"]),
  email: z.string(),
  name: z.string().nullable(),
  previous: Person,
  signingUrl: z.string().openapi({"format":"uri"}),
  emailed: Emailed,
  reassignedAt: Timestamp,
  expiresAt: z.union([Timestamp, z.null()]),
}).openapi("Reassigned")

/** The request can no longer be given to another person. `value_saved`: the signer has begun to fill it in. `code_sent`: the signer has asked
 * for an SMS code. `cannot_complete`: another signer has declined, expired or been withdrawn.
 * `staged`: the document waits for a review; confirm takes other recipients. */
export const NotReassignableError = z.object({
  error: ErrorText,
  code: z.literal("not_reassignable"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    reason: z.enum(["value_saved", "code_sent", "cannot_complete", "staged"]),
  }),
}).openapi("NotReassignableError")

/** `parallel`: all signers are invited at once. `sequential`: one after the other. */
export const SigningMode = z.enum(["sequential", "parallel"]).openapi("SigningMode")

export const Review = z.object({
  state: z.enum(["staged", "confirmed", "discarded"]),
  expiresAt: Timestamp,
  url: z.string().nullable(),
}).openapi("Review")

/** `automatic_action`: a web page or article that opens without a click, e.g. with the document. `external_content`: content of a stream
 * that lies in another file or at a URL. `embedded_files`: attachments; XML that a PDF/A-3 file carries, such as the invoice of
 * Factur-X, stays. `usage_rights`: what lets Acrobat Reader save a form (`/Perms /UR3`), which any change breaks.
 * `unsafe_link`: a link to anything but a web page, a mail address or a phone number. `view_change`: a click that shows or hides
 * something, and any action that is not known to be harmless. What is signed stays as the signers saw it: `layer_states`: layers that
 * a viewer would switch by itself, when it prints, exports or zooms; they stay as on screen. `print_difference`: what was printed and not
 * shown is taken out; what was shown and not printed is printed too. */
export const RemovedContent = z.enum(["javascript", "launch", "submit_form", "import_data", "remote_goto", "embedded_files", "rich_media", "xfa", "automatic_action", "external_content", "usage_rights", "unsafe_link", "view_change", "layer_states", "print_difference"]).openapi("RemovedContent")

export const Seal = z.object({
  level: z.enum(["B-T", "B-LT", "B-LTA"]),
  certSerial: z.string(),
  tsaProvider: z.string(),
  tsaSignedAt: Timestamp,
}).openapi("Seal")

/** `pades_failed`: the seal could not be made or did not pass our own check. `seal_persist_failed`: it could not be stored. `sign_failed`: the
 * seal key could not be used. */
export const SealProblemCode = z.enum(["sign_failed", "pades_failed", "seal_persist_failed"]).openapi("SealProblemCode")

export const SealProblem = z.object({
  code: SealProblemCode,
  reason: z.enum(["certificate_revoked"]).nullable(),
  since: Timestamp,
  attempts: z.int(),
  nextAttemptAt: Timestamp,
}).openapi("SealProblem")

/** `missing`: a file is gone. `unreadable`: it exists, but its medium does not return it. `altered`: its bytes or its length are not those
 * that were stored. */
export const FileProblemCode = z.enum(["missing", "unreadable", "altered"]).openapi("FileProblemCode")

export const FileProblem = z.object({
  code: FileProblemCode,
  since: Timestamp,
}).openapi("FileProblem")

export const Document = z.object({
  id: DocumentId,
  title: z.string(),
  filename: z.string(),
  status: DocumentStatus,
  sha256: Sha256,
  originalSha256: Sha256,
  signedSha256: z.union([Sha256, z.null()]),
  placement: z.enum(["anchors", "auto_append", "explicit"]).nullable(),
  signingMode: SigningMode,
  source: z.enum(["v1_api", "template_instance", "dashboard"]),
  sandbox: z.boolean(),
  region: z.enum(["eu", "ch", "us"]),
  metadata: z.union([Metadata, z.null()]),
  observers: z.array(z.string()),
  templateId: z.uuid().nullable(),
  templateVersion: z.int().nullable(),
  envelopeId: z.uuid().nullable(),
  createdAt: Timestamp,
  completedAt: MaybeTimestamp,
  expiresAt: MaybeTimestamp,
  completable: z.boolean(),
  counts: z.object({
    total: z.int(),
    signed: z.int(),
  }),
  callbackConfigured: z.boolean(),
  review: z.union([Review, z.null()]),
  retention: z.object({
    deletesAt: MaybeTimestamp,
    deletedAt: MaybeTimestamp,
  }),
  signatureLevel: SignatureLevel,
  removed: z.array(RemovedContent),
  earlierSignatures: z.array(EarlierSignature),
  seal: z.union([Seal, z.null()]),
  sealProblem: z.union([SealProblem, z.null()]),
  fileProblem: z.union([FileProblem, z.null()]),
  signers: z.array(Signer),
}).openapi("Document")

/** The staged document was discarded. */
export const DiscardedError = z.object({
  error: ErrorText,
  code: z.literal("discarded"),
  doc_url: DocUrl.optional(),
}).openapi("DiscardedError")

/** The workspace's retention removed the file. Hashes, facts of the seal and the audit trail stay. */
export const DeletedByRetentionError = z.object({
  error: ErrorText,
  code: z.literal("deleted_by_retention"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    deleted_at: Timestamp,
  }).optional(),
}).openapi("DeletedByRetentionError")

/** The range starts beyond the end of the file. */
export const RangeNotSatisfiableError = z.object({
  error: ErrorText,
  code: z.literal("range_not_satisfiable"),
  doc_url: DocUrl.optional(),
}).openapi("RangeNotSatisfiableError")

/** A stored file of the document is missing, unreadable, or not what was stored. None of its wrong bytes is served, signed or sealed. The
 * document shows `fileProblem` until the operator has restored the file. */
export const FileDamagedError = z.object({
  error: ErrorText,
  code: z.literal("file_damaged"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    problem: FileProblemCode,
  }),
}).openapi("FileDamagedError")

/** There is no sealed file yet. */
export const NotCompleteError = z.object({
  error: ErrorText,
  code: z.literal("not_complete"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    status: DocumentStatus,
    remaining: z.int(),
    completable: z.boolean(),
  }),
}).openapi("NotCompleteError")

/** The sealed file has not been renewed; `/signed` is all there is. */
export const NotRenewedError = z.object({
  error: ErrorText,
  code: z.literal("not_renewed"),
  doc_url: DocUrl.optional(),
}).openapi("NotRenewedError")

/** No one was invited to this document, so there is no audit trail. */
export const NotSentError = z.object({
  error: ErrorText,
  code: z.literal("not_sent"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    status: DocumentStatus,
  }),
}).openapi("NotSentError")

export const AbandonedDocument = z.object({
  document_id: DocumentId,
  status: z.literal("abandoned"),
  abandoned_at: Timestamp,
  abandoned_by: z.enum(["api", "sender"]),
}).openapi("AbandonedDocument")

/** Only a document that everybody has signed and that cannot be sealed can be abandoned. */
export const NoSealProblemError = z.object({
  error: ErrorText,
  code: z.literal("no_seal_problem"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    status: DocumentStatus,
  }),
}).openapi("NoSealProblemError")

/** Strict. An absent key keeps what was staged, null clears what is optional. What cannot be invited like this is 422 `invalid_recipients`. */
export const RecipientEdit = z.strictObject({
  slot: z.int(),
  email: z.string().refine(...atMost(320)).openapi({"maxLength":320}).optional(),
  name: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  locale: Locale.optional(),
  phone_e164: z.string().refine(...atMost(64)).openapi({"maxLength":64}).nullable().optional(),
  phone: z.string().refine(...atMost(64)).openapi({"maxLength":64}).nullable().optional(),
  require_sms_verification: z.boolean().optional(),
  sms_gate: z.union([SmsGate, z.null()]).optional(),
  reference: z.string().refine(...atMost(255)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  company: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  job_title: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  signing_order: z.int().gte(1).lte(100).optional(),
  return_url: ReturnUrl.optional(),
  channel: Channel.optional(),
}).openapi("RecipientEdit")

export const ConfirmRequest = z.object({
  recipients: z.array(RecipientEdit).max(20).nullable().optional(),
  send_emails: z.boolean().nullable().optional(),
  expires_in_days: ExpiresInDays.optional(),
}).openapi("ConfirmRequest")

/** `esign` has signing slots; `file` only renders. */
export const TemplateKind = z.enum(["esign", "file"]).openapi("TemplateKind")

export const InstanceRecipient = z.object({
  slot: z.int(),
  role: z.string().nullable(),
  email: z.string(),
  name: z.string().nullable(),
  signing_request_id: z.uuid().nullable(),
  signing_url: z.string().nullable(),
  status: z.union([SignerStatus, z.null()]),
  channel: Channel,
  emailed: z.boolean(),
  texted: z.boolean(),
  reference: z.string().nullable(),
}).openapi("InstanceRecipient")

export const Confirmed = z.object({
  document_id: DocumentId,
  kind: TemplateKind,
  status: DocumentStatus,
  already_confirmed: z.boolean(),
  expires_at: MaybeTimestamp,
  recipients: z.array(InstanceRecipient),
  filename: z.string(),
  sha256: Sha256,
  warnings: z.array(Warning),
}).openapi("Confirmed")

export const InstanceProblem = z.object({
  field: z.string(),
  code: z.string(),
  message: z.string(),
  meta: z.record(z.string(), z.unknown()).optional(),
}).openapi("InstanceProblem")

/** The body is not valid JSON or fails validation; `meta.path` is its location. */
export const ConfirmInvalidRequestError = z.object({
  error: ErrorText,
  code: z.literal("invalid_request"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    path: z.string().optional(),
    issues: z.array(z.object({
      path: z.string(),
      message: z.string(),
    })).optional(),
  }).optional(),
  problems: z.array(InstanceProblem).optional(),
}).openapi("ConfirmInvalidRequestError")

/** A recipient has a key that the call does not accept. */
export const UnknownRecipientFieldError = z.object({
  error: ErrorText,
  code: z.literal("unknown_recipient_field"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    recipients: z.array(z.object({
      index: z.int(),
      fields: z.array(z.string()),
    })),
    accepted: z.array(z.string()),
  }),
  problems: z.array(InstanceProblem).optional(),
}).openapi("UnknownRecipientFieldError")

/** A key that the call does not accept. A warning until 2026-12-31. */
export const ConfirmUnknownFieldError = z.object({
  error: ErrorText,
  code: z.literal("unknown_field"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    fields: z.array(z.string()),
    accepted: z.array(z.string()),
  }),
  problems: z.array(InstanceProblem).optional(),
}).openapi("ConfirmUnknownFieldError")

/** `phone_e164` and its deprecated spelling `phone` disagree. */
export const ConflictingFieldsError = z.object({
  error: ErrorText,
  code: z.literal("conflicting_fields"),
  doc_url: DocUrl.optional(),
  problems: z.array(InstanceProblem).optional(),
}).openapi("ConflictingFieldsError")

/** A slot that the template pins to an address got another one; `slot` names it. */
export const ConfirmPinnedSlotMismatchError = z.object({
  error: ErrorText,
  code: z.literal("pinned-slot-mismatch"),
  doc_url: DocUrl.optional(),
  slot: z.int(),
  problems: z.array(InstanceProblem).optional(),
}).openapi("ConfirmPinnedSlotMismatchError")

/** A `return_url` must be https, and its origin registered on the key (`countersign keys create --return-origin`). */
export const ConfirmReturnUrlNotAllowedError = z.object({
  error: ErrorText,
  code: z.literal("return_url_not_allowed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    path: z.string(),
    origin: z.string(),
    allowed: z.array(z.string()),
  }),
  problems: z.array(InstanceProblem).optional(),
}).openapi("ConfirmReturnUrlNotAllowedError")

/** The call needs the Enterprise entitlement, which the workspace's plan does not include. */
export const EnterpriseRequiredError = z.object({
  error: ErrorText,
  code: z.literal("enterprise-required"),
  doc_url: DocUrl.optional(),
}).openapi("EnterpriseRequiredError")

/** The document was sent at once; it was never staged for a review. */
export const NotStagedError = z.object({
  error: ErrorText,
  code: z.literal("not_staged"),
  doc_url: DocUrl.optional(),
}).openapi("NotStagedError")

/** A signer enters the rows of a table, and several signers sign in parallel. */
export const ConfirmInteractiveTableError = z.object({
  error: ErrorText,
  code: z.literal("interactive-table-requires-sequential"),
  doc_url: DocUrl.optional(),
}).openapi("ConfirmInteractiveTableError")

/** The review window of 14 days is over; the document is discarded. */
export const ReviewExpiredError = z.object({
  error: ErrorText,
  code: z.literal("review_expired"),
  doc_url: DocUrl.optional(),
}).openapi("ReviewExpiredError")

export const RecipientProblem = z.object({
  field: z.string(),
  code: z.enum(["invalid_email", "invalid_phone", "phone_required", "sms_required", "gate_required", "duplicate_order", "sms_not_configured"]),
  message: z.string(),
}).openapi("RecipientProblem")

/** Recipients cannot be invited like this; `problems[]` lists everything at once. */
export const InvalidRecipientsError = z.object({
  error: ErrorText,
  code: z.literal("invalid_recipients"),
  doc_url: DocUrl.optional(),
  problems: z.array(RecipientProblem),
}).openapi("InvalidRecipientsError")

/** In the language that the call names, what was filled in for a signer does not fit; `problems[]` lists every value. */
export const ConfirmInputInvalidError = z.object({
  error: ErrorText,
  code: z.literal("template_input_invalid"),
  doc_url: DocUrl.optional(),
  problems: z.array(InstanceProblem).optional(),
}).openapi("ConfirmInputInvalidError")

/** The edits could not be stored; nothing was changed or sent. */
export const UpdateFailedError = z.object({
  error: ErrorText,
  code: z.literal("update_failed"),
  doc_url: DocUrl.optional(),
}).openapi("UpdateFailedError")

/** The document could not be released; nothing was changed or sent. Call again. */
export const ConfirmFailedError = z.object({
  error: ErrorText,
  code: z.literal("confirm_failed"),
  doc_url: DocUrl.optional(),
}).openapi("ConfirmFailedError")

/** The PDF could not be rendered; nothing was sent. */
export const ConfirmRenderFailedError = z.object({
  error: ErrorText,
  code: z.literal("render_failed"),
  doc_url: DocUrl.optional(),
}).openapi("ConfirmRenderFailedError")

export const DiscardedDocument = z.object({
  document_id: DocumentId,
  kind: TemplateKind,
  status: z.literal("discarded"),
  reason: z.enum(["discarded", "expired"]),
  actor: z.enum(["api_key", "user", "system"]),
  already_discarded: z.boolean(),
}).openapi("DiscardedDocument")

/** The document was confirmed. Withdraw its signing requests instead. */
export const AlreadyConfirmedError = z.object({
  error: ErrorText,
  code: z.literal("already_confirmed"),
  doc_url: DocUrl.optional(),
}).openapi("AlreadyConfirmedError")

/** The document could not be discarded; nothing changed. Call again. */
export const DiscardFailedError = z.object({
  error: ErrorText,
  code: z.literal("discard_failed"),
  doc_url: DocUrl.optional(),
}).openapi("DiscardFailedError")

/** `text` and `multiline`: a string. `number` and `money`: a number, or better a decimal string such as `"1200.50"`, which is never rounded. `date`:
 * `YYYY-MM-DD`. `boolean`: true or false. `enum`: one of `options`. `email`, `phone`: an address, an E.164 number. */
export const FieldType = z.enum(["text", "multiline", "number", "money", "date", "boolean", "enum", "email", "phone"]).openapi("FieldType")

/** A signature is not a value. */
export const DocumentValue = z.object({
  field_id: z.uuid().nullable(),
  field_key: z.string().nullable(),
  label: z.string().nullable(),
  kind: z.enum(["name", "date", "text", "checkbox", "table"]),
  page: z.int().nullable(),
  role: z.string().nullable(),
  slot: z.int().nullable(),
  owner: z.enum(["sender", "signer"]),
  option: z.string().nullable(),
  type: z.union([FieldType, z.null()]),
  value: z.union([z.string(), z.boolean(), z.array(z.record(z.string(), z.unknown()))]),
  at: Timestamp,
}).openapi("DocumentValue")

export const DocumentValues = z.object({
  document_id: DocumentId,
  values: z.array(DocumentValue),
}).openapi("DocumentValues")

/** `hash` is the SHA-256 of `prev_hash` (as these 64 characters) followed by the canonical JSON (RFC 8785) of this object without `prev_hash`
 * and `hash`. Other keys may be added and are hashed too, so hash the object as received. */
export const AuditEvent = z.looseObject({
  seq: z.int(),
  type: AuditType,
  at: Timestamp,
  document_id: DocumentId,
  signing_request_id: z.uuid().nullable(),
  actor: z.enum(["api_key", "signer", "user", "system"]),
  ip: z.string().nullable(),
  meta: z.record(z.string(), z.unknown()),
  private_commitment: z.union([Sha256, z.null()]),
  prev_hash: Sha256,
  hash: Sha256,
}).openapi("AuditEvent")

export const AuditHead = z.object({
  seq: z.int(),
  hash: Sha256,
}).openapi("AuditHead")

export const AuditTrail = z.object({
  document_id: DocumentId,
  events: z.array(AuditEvent),
  head: AuditHead,
}).openapi("AuditTrail")

export const DisclosureRequest = z.strictObject({
  reason: z.string().trim().min(1).refine(...atMost(1000)).regex(new RegExp("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$", 'u'), { error: "must be 1 to 1,000 characters without control characters other than line breaks and tabs" }).openapi({"maxLength":1000,"pattern":"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$"}),
}).openapi("DisclosureRequest")

export const Disclosure = z.object({
  document_id: DocumentId,
  seq: z.int(),
  private_commitment: Sha256,
  salt: z.string().regex(new RegExp("^[0-9a-f]{64}$", 'u')).openapi({"pattern":"^[0-9a-f]{64}$"}),
  committed: z.looseObject({
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
  }),
  logged_as: AuditHead,
}).openapi("Disclosure")

/** The event has no `private_commitment`, so there is nothing to disclose. */
export const NothingPrivateError = z.object({
  error: ErrorText,
  code: z.literal("nothing_private"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    seq: z.int(),
    type: AuditType,
  }),
}).openapi("NothingPrivateError")

/** Names a field of the registry, or a column of a collection. */
export const RegistryKey = z.string().regex(new RegExp("^[a-z][a-z0-9_]{0,40}$", 'u'), { error: "must be a lowercase letter and at most 40 more lowercase letters, digits or _" }).openapi("RegistryKey", { ...{"pattern":"^[a-z][a-z0-9_]{0,40}$"} })

/** The values of an `enum`; empty for every other type. */
export const FieldOptions = z.array(z.string().min(1).refine(...atMost(200)).openapi({"maxLength":200})).max(200).openapi("FieldOptions")

/** ISO 4217 code of a `money` value; null for every other type. */
export const Currency = z.string().regex(new RegExp("^[A-Z]{3}$", 'u')).openapi({"pattern":"^[A-Z]{3}$"}).nullable().openapi("Currency")

/** Digits after the decimal point that a `number` is printed with; null prints those given. */
export const Decimals = z.int().gte(0).lte(6).nullable().openapi("Decimals")

/** What people read, by language tag. */
export const Labels = z.record(z.string(), z.string().refine(...atMost(120)).openapi({"maxLength":120})).openapi("Labels")

/** A column of a collection. */
export const FieldColumn = z.object({
  key: RegistryKey,
  type: FieldType,
  required: z.boolean(),
  options: FieldOptions,
  currency: Currency,
  decimals: Decimals,
  max_length: z.int().nullable(),
  labels: Labels,
}).openapi("FieldColumn")

/** A field of the workspace's registry (contract 2.8). */
export const FieldDefinition = z.object({
  key: RegistryKey,
  kind: z.enum(["scalar", "collection"]),
  type: z.union([FieldType, z.null()]),
  options: FieldOptions,
  currency: Currency,
  decimals: Decimals,
  example: z.string().nullable(),
  max_length: z.int().nullable(),
  max_rows: z.int().nullable(),
  labels: Labels,
  columns: z.array(FieldColumn),
}).openapi("FieldDefinition")

export const Fields = z.object({
  fields: z.array(FieldDefinition),
}).openapi("Fields")

/** Only a locked template can be instantiated or generated. */
export const TemplateStatus = z.enum(["draft", "locked", "archived"]).openapi("TemplateStatus")

export const TemplateSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  status: TemplateStatus,
  kind: TemplateKind,
  version: z.int(),
  updated_at: Timestamp,
}).openapi("TemplateSummary")

export const Templates = z.object({
  templates: z.array(TemplateSummary),
  next_cursor: z.string().nullable(),
}).openapi("Templates")

/** What people read, by language tag. */
export const LabelsModel = z.record(z.string(), z.string().refine(...atMost(120)).openapi({"maxLength":120})).openapi("LabelsModel")

/** A signing slot. */
export const TemplateSlotModel = z.strictObject({
  slot: z.int().gte(1).lte(20),
  role: Role,
  labels: LabelsModel.default({}),
  pinned_email: z.union([Email, z.null()]).default(null),
  pinned_name: z.string().refine(...atMost(120)).openapi({"maxLength":120}).nullable().default(null),
  signing_order: z.int().gte(1).lte(100).nullable().default(null),
  channel: z.enum(["email", "sms", "both"]).default("email"),
  require_sms_verification: z.boolean().default(false),
  sms_gate: z.union([SmsGate, z.null()]).default(null),
}).openapi("TemplateSlotModel")

/** How a value is set in its box. */
export const TemplateBoxStyle = z.strictObject({
  size: z.number().gte(6).lte(72).nullable().default(null),
  align: z.enum(["start", "center", "end"]).default("start"),
  valign: z.enum(["top", "middle", "bottom"]).default("middle"),
  lines: z.enum(["one", "many"]).default("one"),
  overflow: z.enum(["shrink", "refuse"]).default("shrink"),
}).openapi("TemplateBoxStyle")

export const TemplateTableColumn = z.strictObject({
  key: RegistryKey,
  share: z.number().gte(0.01).lte(1),
  align: z.enum(["start", "center", "end"]).nullable().default(null),
}).openapi("TemplateTableColumn")

/** How a collection is set as a table. */
export const TemplateTable = z.strictObject({
  columns: z.array(TemplateTableColumn).min(1).max(20),
  header: z.boolean().default(true),
  zebra: z.boolean().default(false),
  max_rows: z.int().gte(1).lte(1000).default(200),
  empty: z.enum(["hide", "header"]).default("header"),
  continuation_page: z.int().gte(1).nullable().default(null),
}).openapi("TemplateTable")

/** A box, in fractions of the page as displayed, origin top-left, as in `fields[]` of create. */
export const TemplateBox = z.strictObject({
  id: z.uuid().optional(),
  page: z.int().gte(1).lte(2000),
  x: z.number().gte(0).lte(1),
  y: z.number().gte(0).lte(1),
  w: z.number().gte(0).lte(1),
  h: z.number().gte(0).lte(1),
  kind: z.enum(["signature", "initial", "date", "name", "text", "checkbox", "table"]),
  slot: z.int().gte(1).lte(20).nullable().default(null),
  field: z.union([RegistryKey, z.null()]).default(null),
  option: z.string().refine(...atMost(200)).openapi({"maxLength":200}).nullable().default(null),
  required: z.boolean().default(true),
  prefill: z.enum(["editable", "fixed", "refused"]).default("editable"),
  label: z.union([LabelsModel, z.null()]).default(null),
  max_length: z.int().gte(1).lte(2000).nullable().default(null),
  style: z.union([TemplateBoxStyle, z.null()]).default(null),
  format: z.enum(["date_long", "date_short", "iso", "number", "currency", "plain"]).nullable().default(null),
  table: z.union([TemplateTable, z.null()]).default(null),
}).openapi("TemplateBox")

/** A template without its PDF, as a file that can be kept in a repository. */
export const TemplateModel = z.strictObject({
  format: z.literal(1),
  name: z.string().trim().min(1).refine(...atMost(200)).openapi({"maxLength":200}),
  description: z.string().refine(...atMost(2000)).openapi({"maxLength":2000}).nullable().default(null),
  locale: z.enum(["en", "de", "fr", "it", "es", "pt", "nl", "pl", "sv", "da", "cs", "ar"]).default("en"),
  signing_mode: z.enum(["sequential", "parallel"]).default("parallel"),
  expires_in_days: z.int().gte(1).lte(90).nullable().default(null),
  message: z.string().refine(...atMost(2000)).openapi({"maxLength":2000}).nullable().default(null),
  slots: z.array(TemplateSlotModel).max(20),
  boxes: z.array(TemplateBox).max(1000),
}).openapi("TemplateModel")

export const FieldColumnModel = z.strictObject({
  key: RegistryKey,
  type: FieldType,
  required: z.boolean().default(false),
  options: z.array(z.string().min(1).refine(...atMost(200)).openapi({"maxLength":200})).max(200).default([]),
  currency: z.string().regex(new RegExp("^[A-Z]{3}$", 'u')).openapi({"pattern":"^[A-Z]{3}$"}).nullable().default(null),
  decimals: z.int().gte(0).lte(6).nullable().default(null),
  max_length: z.int().gte(1).lte(2000).nullable().default(null),
  labels: LabelsModel.default({}),
}).openapi("FieldColumnModel")

/** A field definition that the template uses. */
export const FieldModel = z.strictObject({
  key: RegistryKey,
  kind: z.enum(["scalar", "collection"]),
  type: z.union([FieldType, z.null()]).default(null),
  options: z.array(z.string().min(1).refine(...atMost(200)).openapi({"maxLength":200})).max(200).default([]),
  currency: z.string().regex(new RegExp("^[A-Z]{3}$", 'u')).openapi({"pattern":"^[A-Z]{3}$"}).nullable().default(null),
  decimals: z.int().gte(0).lte(6).nullable().default(null),
  example: z.string().refine(...atMost(500)).openapi({"maxLength":500}).nullable().default(null),
  max_length: z.int().gte(1).lte(2000).nullable().default(null),
  max_rows: z.int().gte(1).lte(1000).nullable().default(null),
  labels: LabelsModel.default({}),
  columns: z.array(FieldColumnModel).max(20).default([]),
}).openapi("FieldModel")

/** The PDF as a part, every other part JSON-encoded. */
export const TemplateImport = z.object({
  file: uploadedFile().openapi({"type":"string","format":"binary"}).optional(),
  template: TemplateModel,
  fields: z.array(FieldModel).max(1000).optional(),
  template_id: z.string().nullable().optional(),
  lock: z.boolean().nullable().optional(),
}).openapi("TemplateImport")

/** What keeps a template from being locked, or deserves attention. */
export const TemplateProblem = z.object({
  code: z.enum(["slot_without_signature", "slot_without_boxes", "mixed_owner", "kind_mismatch", "field_archived", "field_unknown", "option_unknown", "column_unknown", "box_off_page", "box_too_small", "table_too_small", "shares", "duplicate_slot", "duplicate_role", "order_incomplete", "continuation_page", "too_many_pages", "overlap", "table_owner_not_first", "parallel_interactive_table"]),
  message: z.string(),
  box: z.string().nullable(),
  slot: z.int().nullable(),
}).openapi("TemplateProblem")

export const ImportedTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  status: TemplateStatus,
  kind: TemplateKind,
  version: z.int(),
  created: z.boolean(),
  created_fields: z.array(z.string()),
  problems: z.array(TemplateProblem),
  warnings: z.array(TemplateProblem),
}).openapi("ImportedTemplate")

/** The call takes a live key, and the key is that of a sandbox. */
export const LiveKeyRequiredError = z.object({
  error: ErrorText,
  code: z.literal("live_key_required"),
  doc_url: DocUrl.optional(),
}).openapi("LiveKeyRequiredError")

/** The registry has a field of another kind or type under this key. Use another key. */
export const FieldConflictError = z.object({
  error: ErrorText,
  code: z.literal("field_conflict"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    key: z.string(),
  }).optional(),
}).openapi("FieldConflictError")

/** The template cannot be locked; `problems[]` says why. */
export const TemplateInvalidError = z.object({
  error: ErrorText,
  code: z.literal("template_invalid"),
  doc_url: DocUrl.optional(),
  problems: z.array(TemplateProblem),
}).openapi("TemplateInvalidError")

/** A signing slot of the template. */
export const TemplateRecipient = z.object({
  slot: z.int(),
  role: z.string(),
  label: z.string().nullable(),
  pinned: z.boolean(),
  pinned_email: z.string().nullable(),
  signing_order: z.int().nullable(),
  channel: Channel,
  require_sms_verification: z.boolean(),
  sms_gate: z.union([SmsGate, z.null()]),
  has_fields: z.boolean(),
}).openapi("TemplateRecipient")

/** A value that the template prints or asks for. */
export const TemplateInput = z.object({
  key: RegistryKey,
  kind: z.enum(["scalar", "collection"]),
  type: z.union([FieldType, z.null()]),
  required: z.boolean(),
  owner: z.enum(["sender", "signer"]),
  slot: z.int().nullable(),
  prefill: z.enum(["editable", "fixed", "refused"]),
  labels: Labels,
  options: FieldOptions,
  currency: Currency,
  decimals: Decimals,
  example: z.string().nullable(),
  max_length: z.int().nullable(),
  max_rows: z.int().nullable(),
  columns: z.array(FieldColumn),
}).openapi("TemplateInput")

export const TemplateFile = z.object({
  index: z.int(),
  name: z.string(),
  page_count: z.int(),
  sha256: Sha256,
}).openapi("TemplateFile")

/** The input contract of a template (contract 2.7), with the field definitions as they were when the version was locked. */
export const Template = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  status: TemplateStatus,
  kind: TemplateKind,
  version: z.int(),
  locked_at: z.union([Timestamp, z.null()]),
  locale: Locale,
  signing_mode: SigningMode,
  recipients: z.array(TemplateRecipient),
  field_values: z.array(TemplateInput),
  files: z.array(TemplateFile),
  created_at: Timestamp,
  updated_at: Timestamp,
}).openapi("Template")

/** The template has no locked version with this number. */
export const VersionNotFoundError = z.object({
  error: ErrorText,
  code: z.literal("version_not_found"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    version: z.int(),
    current_version: z.int(),
  }).optional(),
}).openapi("VersionNotFoundError")

/** Everything but the bytes of the PDF, which `GET /templates/{id}/file` returns. Import accepts `template` and `fields` unchanged. */
export const TemplateExport = z.object({
  template: TemplateModel,
  fields: z.array(FieldModel),
  file: TemplateFile,
}).openapi("TemplateExport")

/** Strict; an unknown key is rejected with 400 `unknown_recipient_field`. */
export const RecipientInput = z.strictObject({
  slot: z.int(),
  email: z.union([Email, z.null()]).optional(),
  name: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  first_name: z.string().refine(...atMost(60)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":60,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  last_name: z.string().refine(...atMost(60)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":60,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  locale: z.union([Locale, z.null()]).optional(),
  phone_e164: z.union([Phone, z.null()]).optional(),
  require_sms_verification: z.boolean().nullable().optional(),
  sms_gate: z.union([SmsGate, z.null()]).optional(),
  reference: z.string().refine(...atMost(255)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  company: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  job_title: z.string().refine(...atMost(120)).regex(new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", 'u'), { error: "must not be empty or contain line breaks or control characters" }).openapi({"maxLength":120,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$"}).nullable().optional(),
  signing_order: z.int().gte(1).lte(100).nullable().optional(),
  return_url: ReturnUrl.optional(),
  channel: z.union([Channel, z.null()]).optional(),
}).openapi("RecipientInput")

/** The values by field key, as `GET /templates/{id}` lists them; null counts as not given. A collection is a list of rows. A key that the template
 * does not use is a warning (`unknown_field`), and so is a column that its table lacks (`unknown_column`). A value for a signer's field fills it in. */
export const FieldValuesInput = z.record(z.string(), z.unknown()).nullable().openapi("FieldValuesInput")

/** What a template is filled and sent with. */
export const InstanceRequest = z.object({
  recipients: z.array(RecipientInput).max(20).nullable().optional(),
  field_values: FieldValuesInput.optional(),
  metadata: MetadataInput.optional(),
  validate_only: z.boolean().nullable().optional(),
  review: z.boolean().nullable().optional(),
  send_emails: SendEmails.default(true),
  version: z.int().gte(1).lte(999999999).nullable().optional(),
  observer_emails: ObserverEmails.optional(),
  title: Title.optional(),
  message: Message.optional(),
  subject: Subject.optional(),
  reply_to: ReplyTo.optional(),
  callback_url: CallbackUrl.optional(),
}).openapi("InstanceRequest")

export const MissingOptional = z.object({
  field: z.string(),
  type: z.union([FieldType, z.null()]),
  labels: Labels,
}).openapi("MissingOptional")

export const Instantiated = z.object({
  ok: z.boolean(),
  document_id: z.uuid().nullable(),
  status: z.enum(["pending", "staged"]).nullable(),
  template_id: z.uuid(),
  template_name: z.string(),
  template_version: z.int(),
  signing_mode: SigningMode,
  expires_at: MaybeTimestamp,
  review_url: z.string().nullable(),
  review_expires_at: MaybeTimestamp,
  metadata: z.union([Metadata, z.null()]),
  sha256: z.union([Sha256, z.null()]),
  docs: z.string(),
  recipients: z.array(InstanceRecipient),
  callback: z.object({
    secret: z.string(),
  }).optional(),
  problems: z.array(InstanceProblem),
  warnings: z.array(Warning),
  missing_optional: z.array(MissingOptional),
}).openapi("Instantiated")

/** Every problem at once, in the template's order. Only where the template exists. */
export const TemplateCallProblems = z.array(InstanceProblem).openapi("TemplateCallProblems")

/** As in a 2xx response. */
export const TemplateCallWarnings = z.array(Warning).openapi("TemplateCallWarnings")

/** The template's id. */
export const TemplateIdUsed = z.uuid().openapi("TemplateIdUsed")

/** The template's name. */
export const TemplateNameUsed = z.string().openapi("TemplateNameUsed")

/** The version that was used; 0 when it was never locked. */
export const TemplateVersionUsed = z.int().openapi("TemplateVersionUsed")

/** Address of the description of this call. */
export const TemplateDocs = z.string().openapi("TemplateDocs")

/** The body is invalid, or contradicts the template. */
export const TemplateInvalidRequestError = z.object({
  error: ErrorText,
  code: z.literal("invalid_request"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    path: z.string(),
    issues: z.array(z.object({
      path: z.string(),
      message: z.string(),
    })).optional(),
  }).optional(),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateInvalidRequestError")

/** A recipient has a key that the call does not accept. */
export const TemplateUnknownRecipientFieldError = z.object({
  error: ErrorText,
  code: z.literal("unknown_recipient_field"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    recipients: z.array(z.object({
      index: z.int(),
      fields: z.array(z.string()),
    })),
    accepted: z.array(z.string()),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateUnknownRecipientFieldError")

/** A key that the call does not accept; a warning until 2026-12-31. */
export const TemplateUnknownFieldError = z.object({
  error: ErrorText,
  code: z.literal("unknown_field"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    fields: z.array(z.string()),
    accepted: z.array(z.string()),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateUnknownFieldError")

/** `metadata` is not a flat object within its limits; `problems[]` lists every violation. */
export const TemplateInvalidMetadataError = z.object({
  error: ErrorText,
  code: z.literal("invalid_metadata"),
  doc_url: DocUrl.optional(),
  problems: z.array(MetadataProblem).min(1),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateInvalidMetadataError")

/** A slot that the template pins to an address got another one; `slot` names it. */
export const PinnedSlotMismatchError = z.object({
  error: ErrorText,
  code: z.literal("pinned-slot-mismatch"),
  doc_url: DocUrl.optional(),
  slot: z.int(),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("PinnedSlotMismatchError")

/** Slots that are not pinned have no recipient. */
export const MissingRecipientError = z.object({
  error: ErrorText,
  code: z.literal("missing_recipient"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    slots: z.array(z.int()),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("MissingRecipientError")

/** `callback_url` is not https. */
export const TemplateHttpsRequiredError = z.object({
  error: ErrorText,
  code: z.literal("https_required"),
  doc_url: DocUrl.optional(),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateHttpsRequiredError")

/** `callback_url` has a private address. */
export const TemplateUrlNotPublicError = z.object({
  error: ErrorText,
  code: z.literal("url_not_public"),
  doc_url: DocUrl.optional(),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateUrlNotPublicError")

/** A `return_url` without an origin that is registered on the key. */
export const TemplateReturnUrlNotAllowedError = z.object({
  error: ErrorText,
  code: z.literal("return_url_not_allowed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    path: z.string(),
    origin: z.string(),
    allowed: z.array(z.string()),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateReturnUrlNotAllowedError")

/** The workspace's monthly cap of documents is reached; nothing was created. */
export const TemplateTierRequiredError = z.object({
  error: ErrorText,
  code: z.literal("tier_required"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    tier: z.string(),
    cap: z.int(),
    used: z.int(),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateTierRequiredError")

/** The document needs more text messages (codes, invitations by SMS) than remain in this month's allowance; nothing was created or sent. */
export const TemplateSmsAllowanceExhaustedError = z.object({
  error: ErrorText,
  code: z.literal("sms_allowance_exhausted"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    required: z.int(),
    remaining: z.int(),
    resets_at: Timestamp,
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateSmsAllowanceExhaustedError")

/** The template has no locked version with this number. */
export const TemplateVersionNotFoundError = z.object({
  error: ErrorText,
  code: z.literal("version_not_found"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    version: z.int(),
    current_version: z.int(),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateVersionNotFoundError")

/** The template is a draft or archived; only a locked one can be used, also with `version`. */
export const TemplateUnlockedError = z.object({
  error: ErrorText,
  code: z.literal("template_unlocked"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    status: TemplateStatus,
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateUnlockedError")

/** A signer enters the rows of a table, which needs a sequential template when there are several signers, or rows in `field_values`. */
export const InteractiveTableError = z.object({
  error: ErrorText,
  code: z.literal("interactive-table-requires-sequential"),
  doc_url: DocUrl.optional(),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("InteractiveTableError")

/** `field_values` does not satisfy the template's input contract; `problems[]` lists everything at once. */
export const TemplateInputInvalidError = z.object({
  error: ErrorText,
  code: z.literal("template_input_invalid"),
  doc_url: DocUrl.optional(),
  problems: TemplateCallProblems,
  warnings: TemplateCallWarnings,
  missing_optional: z.array(MissingOptional).optional(),
  template_id: TemplateIdUsed,
  template_name: TemplateNameUsed,
  template_version: TemplateVersionUsed,
  docs: TemplateDocs,
}).openapi("TemplateInputInvalidError")

/** The template has no signing slot; `generate` makes a file from it. */
export const TemplateSignerWithoutSignatureError = z.object({
  error: ErrorText,
  code: z.literal("signer_without_signature"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    roles: z.array(z.string()),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateSignerWithoutSignatureError")

/** The database failed. `meta.rolled_back` says whether everything created was rolled back; if not, `meta.document_id` names what is left. */
export const TemplateDbFailedError = z.object({
  error: ErrorText,
  code: z.literal("db_failed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    rolled_back: z.boolean(),
    document_id: z.uuid().optional(),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("TemplateDbFailedError")

/** The PDF could not be rendered or stored. Nothing was created or sent, and the `Idempotency-Key` is free. */
export const RenderFailedError = z.object({
  error: ErrorText,
  code: z.literal("render_failed"),
  doc_url: DocUrl.optional(),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("RenderFailedError")

/** What a file is rendered from. */
export const GenerateRequest = z.object({
  field_values: FieldValuesInput.optional(),
  metadata: MetadataInput.optional(),
  review: z.boolean().nullable().optional(),
  version: z.int().gte(1).lte(999999999).nullable().optional(),
  title: Title.optional(),
}).openapi("GenerateRequest")

/** The template has neither a signing slot nor anything that values could be printed into. */
export const NotRenderedError = z.object({
  error: ErrorText,
  code: z.literal("not_rendered"),
  doc_url: DocUrl.optional(),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("NotRenderedError")

/** The staged file could not be stored. `meta.rolled_back` says whether everything created was rolled back; if not, `meta.document_id` names what is left. */
export const InsertFailedError = z.object({
  error: ErrorText,
  code: z.literal("insert_failed"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    rolled_back: z.boolean(),
    document_id: z.uuid().optional(),
  }),
  problems: TemplateCallProblems.optional(),
  warnings: TemplateCallWarnings.optional(),
  template_id: TemplateIdUsed.optional(),
  template_name: TemplateNameUsed.optional(),
  template_version: TemplateVersionUsed.optional(),
  docs: TemplateDocs.optional(),
}).openapi("InsertFailedError")

/** The deployment cannot stage files. */
export const ReviewUnavailableError = z.object({
  error: ErrorText,
  code: z.literal("review_unavailable"),
  doc_url: DocUrl.optional(),
}).openapi("ReviewUnavailableError")

/** What a hook can subscribe to. New events may be added at any time. */
export const EventName = z.enum(["signing_request.sent", "signing_request.viewed", "signing_request.sms_sent", "signing_request.sms_failed", "signing_request.sms_verified", "signing_request.signed", "signing_request.declined", "signing_request.withdrawn", "signing_request.expired", "signing_request.email_failed", "signing_request.hand_over_proposed", "signing_request.reassigned", "document.completed", "document.seal_delayed", "document.abandoned", "template_instance.staged", "template_instance.confirmed", "template_instance.discarded"]).openapi("EventName")

/** `full`, or `minimal`: without names, addresses, phones, reasons, metadata and certificate fields. */
export const PayloadMode = z.enum(["full", "minimal"]).openapi("PayloadMode")

export const Hook = z.object({
  id: z.uuid(),
  target_url: z.string(),
  events: z.array(EventName),
  enabled: z.boolean(),
  created_at: Timestamp,
  payload: PayloadMode,
  standard_webhooks: z.boolean(),
  secret_prefix: z.string(),
  previous_secret_valid_until: z.union([Timestamp, z.null()]),
  disabled_at: z.union([Timestamp, z.null()]),
  disabled_reason: z.enum(["replaced", "dashboard"]).nullable(),
  replaced_by: z.uuid().nullable(),
}).openapi("Hook")

export const Hooks = z.object({
  hooks: z.array(Hook),
}).openapi("Hooks")

/** Keys that are not listed here are ignored. */
export const NewHook = z.object({
  target_url: z.string().min(1).refine(...atMost(2048)).openapi({"maxLength":2048}),
  events: z.array(z.string()).max(10).nullable().optional(),
  payload: z.union([PayloadMode, z.null()]).optional(),
  standard_webhooks: z.boolean().nullable().optional(),
}).openapi("NewHook")

export const CreatedHook = z.object({
  id: z.uuid(),
  target_url: z.string(),
  events: z.array(EventName),
  enabled: z.boolean(),
  created_at: Timestamp,
  payload: PayloadMode,
  standard_webhooks: z.boolean(),
  secret_prefix: z.string(),
  previous_secret_valid_until: z.union([Timestamp, z.null()]),
  disabled_at: z.union([Timestamp, z.null()]),
  disabled_reason: z.enum(["replaced", "dashboard"]).nullable(),
  replaced_by: z.uuid().nullable(),
  secret: z.string().regex(new RegExp("^whsec_[0-9a-f]{48}$", 'u')).openapi({"pattern":"^whsec_[0-9a-f]{48}$"}),
  replaced_hook_ids: z.array(z.uuid()),
  warnings: z.array(Warning),
}).openapi("CreatedHook")

/** `events` contains a name that cannot be subscribed to. */
export const UnknownEventError = z.object({
  error: ErrorText,
  code: z.literal("unknown_event"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    unknown: z.array(z.string()),
    valid_events: z.array(z.string()),
  }),
}).openapi("UnknownEventError")

/** The deployment cannot send minimal bodies. */
export const PayloadModeUnavailableError = z.object({
  error: ErrorText,
  code: z.literal("payload_mode_unavailable"),
  doc_url: DocUrl.optional(),
}).openapi("PayloadModeUnavailableError")

export const RotatedSecret = z.object({
  id: z.uuid(),
  secret: z.string().regex(new RegExp("^whsec_[0-9a-f]{48}$", 'u')).openapi({"pattern":"^whsec_[0-9a-f]{48}$"}),
  secret_prefix: z.string(),
  previous_secret_valid_until: Timestamp,
}).openapi("RotatedSecret")

/** Another call rotated the secret at the same time; its secret is live. */
export const RotationConflictError = z.object({
  error: ErrorText,
  code: z.literal("rotation_conflict"),
  doc_url: DocUrl.optional(),
}).openapi("RotationConflictError")

export const EventId = z.string().regex(new RegExp("^evt_[0-9a-f]{32}$", 'u')).openapi("EventId", { ...{"pattern":"^evt_[0-9a-f]{32}$"} })

export const PingResult = z.object({
  delivery_id: z.uuid(),
  event_id: EventId,
  status: z.enum(["success", "giving_up"]),
  response_status: z.int().nullable(),
  latency_ms: z.int(),
}).openapi("PingResult")

/** The hook was disabled or replaced. */
export const HookDisabledError = z.object({
  error: ErrorText,
  code: z.literal("hook_disabled"),
  doc_url: DocUrl.optional(),
}).openapi("HookDisabledError")

export const DeliveryAttempt = z.object({
  at: Timestamp,
  phase: z.enum(["dns", "connect", "tls", "request", "response"]).nullable(),
  status: z.int().nullable(),
  note: z.string(),
  latency_ms: z.int(),
}).openapi("DeliveryAttempt")

/** `pending`: attempts are still to come. `success`: the last attempt got a 2xx response. `giving_up`: it failed, and none follows. */
export const DeliveryStatus = z.enum(["pending", "success", "giving_up"]).openapi("DeliveryStatus")

export const HookDelivery = z.object({
  id: z.uuid(),
  event: z.string(),
  event_id: EventId,
  document_id: z.uuid().nullable(),
  attempts: z.int(),
  response_status: z.int().nullable(),
  response_body: z.string(),
  latency_ms: z.int(),
  attempt_log: z.array(DeliveryAttempt).max(100),
  status: DeliveryStatus,
  created_at: Timestamp,
  next_retry_at: z.union([Timestamp, z.null()]),
  completed_at: z.union([Timestamp, z.null()]),
}).openapi("HookDelivery")

export const HookDeliveries = z.object({
  deliveries: z.array(HookDelivery).max(100),
}).openapi("HookDeliveries")

export const AttemptResult = z.object({
  delivery_id: z.uuid(),
  event_id: EventId,
  status: DeliveryStatus,
  response_status: z.int().nullable(),
  latency_ms: z.int(),
}).openapi("AttemptResult")

/** An attempt of this delivery is in progress; the log shows its outcome within seconds. */
export const DeliveryInProgressError = z.object({
  error: ErrorText,
  code: z.literal("delivery_in_progress"),
  doc_url: DocUrl.optional(),
}).openapi("DeliveryInProgressError")

/** Keys that are not listed here are ignored. */
export const Recovery = z.object({
  since: z.iso.datetime({ offset: true }),
}).openapi("Recovery")

export const Recovered = z.object({
  recovered: z.int(),
}).openapi("Recovered")

export const Sandbox = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  created_at: Timestamp,
  ends_at: Timestamp,
  now: Timestamp,
}).openapi("Sandbox")

export const Sandboxes = z.object({
  sandboxes: z.array(Sandbox),
}).openapi("Sandboxes")

export const NewSandbox = z.strictObject({
  name: z.string().min(1).refine(...atMost(120)).openapi({"maxLength":120}).optional(),
  expires_in: z.string().regex(new RegExp("^P(?:[0-9]{1,3}D)?(?:T(?:[0-9]{1,4}H)?(?:[0-9]{1,5}M)?)?$", 'u')).openapi({"pattern":"^P(?:[0-9]{1,3}D)?(?:T(?:[0-9]{1,4}H)?(?:[0-9]{1,5}M)?)?$"}).optional(),
}).openapi("NewSandbox")

export const CreatedSandbox = Sandbox.extend({
  key: z.string(),
}).openapi("CreatedSandbox")

/** The workspace has 20 sandboxes. */
export const TooManySandboxesError = z.object({
  error: ErrorText,
  code: z.literal("too_many_sandboxes"),
  doc_url: DocUrl.optional(),
}).openapi("TooManySandboxesError")

/** The call is for sandboxes, and the key is live. */
export const TestKeyRequiredError = z.object({
  error: ErrorText,
  code: z.literal("test_key_required"),
  doc_url: DocUrl.optional(),
}).openapi("TestKeyRequiredError")

export const SandboxMessage = z.object({
  id: z.string(),
  channel: z.enum(["mail", "sms"]),
  kind: z.string().nullable(),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  links: z.object({
    sign: z.string().nullable(),
    hand_over: z.string().nullable(),
  }),
  code: z.string().nullable(),
  document_id: z.string().nullable(),
  signing_request_id: z.string().nullable(),
  at: Timestamp,
}).openapi("SandboxMessage")

export const SandboxMessages = z.object({
  messages: z.array(SandboxMessage),
}).openapi("SandboxMessages")

export const SignerAct = z.strictObject({
  do: z.enum(["view", "request_code", "verify_code", "fill", "sign", "decline", "hand_over"]),
  code: z.string().refine(...atMost(20)).openapi({"maxLength":20}).optional(),
  name: z.string().min(1).refine(...atMost(120)).openapi({"maxLength":120}).optional(),
  email: z.string().min(3).refine(...atMost(254)).openapi({"maxLength":254}).optional(),
  values: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  reason: z.string().refine(...atMost(1000)).openapi({"maxLength":1000}).optional(),
}).openapi("SignerAct")

/** The page of the signer would have refused this. */
export const SignerRefusedError = z.object({
  error: ErrorText,
  code: z.literal("signer_refused"),
  doc_url: DocUrl.optional(),
  meta: z.looseObject({
    code: z.string(),
  }),
}).openapi("SignerRefusedError")

export const Clock = z.object({
  now: Timestamp,
}).openapi("Clock")

export const ClockMove = z.strictObject({
  advance: z.string().regex(new RegExp("^P(?:[0-9]{1,3}D)?(?:T(?:[0-9]{1,4}H)?(?:[0-9]{1,5}M)?(?:[0-9]{1,6}S)?)?$", 'u')).openapi({"pattern":"^P(?:[0-9]{1,3}D)?(?:T(?:[0-9]{1,4}H)?(?:[0-9]{1,5}M)?(?:[0-9]{1,6}S)?)?$"}).optional(),
  now: Timestamp.optional(),
}).openapi("ClockMove")

export const MovedClock = z.object({
  now: Timestamp,
  ran: z.array(z.object({
    task: z.enum(["remind", "expire", "end_reviews", "retention", "jobs", "deliver"]),
    count: z.int(),
  })),
}).openapi("MovedClock")

/** Another call is moving the clock of this sandbox. */
export const ClockMovingError = z.object({
  error: ErrorText,
  code: z.literal("clock_moving"),
  doc_url: DocUrl.optional(),
}).openapi("ClockMovingError")

/** The workspace that the hook belongs to. */
export const EventWorkspace = z.uuid().openapi("EventWorkspace")

/** In a sandbox only. */
export const EventSandbox = z.literal(true).openapi("EventSandbox")

/** As given at creation, null when none; omitted when it could not be looked up. */
export const EventMetadata = z.union([Metadata, z.null()]).openapi("EventMetadata")

/** If the signer's row cannot be read, only `email` and `name` are set and the rest is null. */
export const EventSigner = z.object({
  email: z.string(),
  name: z.string().nullable(),
  role: z.string().nullable(),
  slot: z.int().nullable(),
  reference: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
}).openapi("EventSigner")

/** The signer's role, null when none. */
export const EventRole = z.string().nullable().openapi("EventRole")

/** Your `reference` of the signer, null when none. */
export const EventReference = z.string().nullable().openapi("EventReference")

export const SigningRequestSent = z.object({
  event: z.literal("signing_request.sent"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  locale: Locale,
  channel: Channel,
  source: z.enum(["v1_api", "template_instance", "sequential_release"]).optional(),
  template_id: z.uuid().optional(),
  template_version: z.int().optional(),
  occurred_at: Timestamp.optional(),
  emailed: z.boolean().optional(),
  role: EventRole,
  reference: EventReference,
}).refine((value) => value.source !== "sequential_release" || ("occurred_at" in value && "emailed" in value)).openapi("SigningRequestSent", { ...{"if":{"required":["source"],"properties":{"source":{"const":"sequential_release"}}},"then":{"required":["occurred_at","emailed"],"properties":{"occurred_at":{},"emailed":{"x-since":"2026-09-25"}}}} })

export const SigningRequestViewed = z.object({
  event: z.literal("signing_request.viewed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestViewed")

/** The workspace's codes this month, after this one. */
export const SmsAllowance = z.object({
  monthly: z.int(),
  used: z.int(),
  remaining: z.int(),
  resets_at: Timestamp,
}).openapi("SmsAllowance")

export const SigningRequestSmsSent = z.object({
  event: z.literal("signing_request.sms_sent"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  phone_masked: z.string(),
  attempt: z.int().nullable(),
  sms_allowance: SmsAllowance,
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestSmsSent")

export const SigningRequestSmsFailed = z.object({
  event: z.literal("signing_request.sms_failed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  reason: z.enum(["invalid_number", "landline", "blocked", "rate_limited", "allowance_exhausted", "not_configured", "provider_error"]),
  phone_masked: z.string().nullable(),
  sms_allowance: SmsAllowance,
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestSmsFailed")

export const SigningRequestSmsVerified = z.object({
  event: z.literal("signing_request.sms_verified"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  phone_masked: z.string(),
  sms_verified_at: Timestamp,
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestSmsVerified")

export const SigningRequestSigned = z.object({
  event: z.literal("signing_request.signed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  sha256: Sha256,
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestSigned")

export const SigningRequestDeclined = z.object({
  event: z.literal("signing_request.declined"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  reason: z.string().refine(...atMost(1000)).openapi({"maxLength":1000}).nullable(),
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestDeclined")

export const SigningRequestWithdrawn = z.object({
  event: z.literal("signing_request.withdrawn"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  withdrawn_by: z.enum(["api", "sender"]),
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestWithdrawn")

export const SigningRequestExpired = z.object({
  event: z.literal("signing_request.expired"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  expired_at: Timestamp,
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestExpired")

export const SigningRequestEmailFailed = z.object({
  event: z.literal("signing_request.email_failed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  reason: z.enum(["refused", "bounced", "suppressed", "provider_failed"]),
  provider_message: z.string().nullable(),
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestEmailFailed")

export const SigningRequestHandOverProposed = z.object({
  event: z.literal("signing_request.hand_over_proposed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  proposed: z.object({
    email: z.string(),
    name: z.string(),
  }),
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestHandOverProposed")

export const SigningRequestReassigned = z.object({
  event: z.literal("signing_request.reassigned"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  occurred_at: Timestamp,
  previous: z.object({
    email: z.string(),
    name: z.string().nullable(),
  }),
  reassigned_by: z.enum(["api", "sender"]),
  emailed: z.boolean(),
  role: EventRole,
  reference: EventReference,
}).openapi("SigningRequestReassigned")

export const DocumentCompleted = z.object({
  event: z.literal("document.completed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  signer: EventSigner,
  signed_pdf_url: z.string(),
  audit_trail_url: z.string(),
  sha256: Sha256,
  cert_serial: z.string(),
  tsa_provider: z.string(),
  tsa_signed_at: Timestamp,
  audit_head: AuditHead,
}).openapi("DocumentCompleted")

export const DocumentSealDelayed = z.object({
  event: z.literal("document.seal_delayed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  document_id: DocumentId,
  occurred_at: Timestamp,
  reason: SealProblemCode,
  since: Timestamp,
}).openapi("DocumentSealDelayed")

export const DocumentAbandoned = z.object({
  event: z.literal("document.abandoned"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  document_id: DocumentId,
  occurred_at: Timestamp,
  abandoned_by: z.enum(["api", "sender"]),
}).openapi("DocumentAbandoned")

export const TemplateInstanceStaged = z.object({
  event: z.literal("template_instance.staged"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  document_id: DocumentId,
  template_id: z.uuid(),
  kind: z.enum(["esign", "file"]),
  template_version: z.int(),
  review_url: z.string(),
  review_expires_at: Timestamp,
  source: z.enum(["v1_api"]),
  api_key_id: z.uuid(),
  signing_mode: z.enum(["sequential", "parallel"]).optional(),
  recipients: z.array(z.object({
    signing_request_id: SigningRequestId,
    slot: z.int(),
    email: z.string(),
    channel: Channel,
  })).optional(),
  filename: z.string().optional(),
}).openapi("TemplateInstanceStaged")

export const TemplateInstanceConfirmed = z.object({
  event: z.literal("template_instance.confirmed"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  document_id: DocumentId,
  template_id: z.uuid(),
  kind: z.enum(["esign", "file"]),
  template_version: z.int(),
  actor: z.enum(["api_key", "user"]),
  expires_at: Timestamp.optional(),
  recipients: z.array(z.object({
    signing_request_id: SigningRequestId,
    slot: z.int(),
    email: z.string(),
    channel: Channel,
    status: z.enum(["pending", "queued"]),
  })).optional(),
}).openapi("TemplateInstanceConfirmed")

export const TemplateInstanceDiscarded = z.object({
  event: z.literal("template_instance.discarded"),
  event_id: EventId,
  created_at: Timestamp,
  workspace_id: EventWorkspace,
  sandbox: EventSandbox.optional(),
  metadata: EventMetadata.optional(),
  document_id: DocumentId,
  template_id: z.uuid(),
  kind: z.enum(["esign", "file"]),
  reason: z.enum(["discarded", "expired"]),
  actor: z.enum(["api_key", "user", "system"]),
}).openapi("TemplateInstanceDiscarded")

export const MinimalSigningRequestEvent = z.object({
  event: z.enum(["signing_request.sent", "signing_request.viewed", "signing_request.sms_sent", "signing_request.sms_failed", "signing_request.sms_verified", "signing_request.signed", "signing_request.declined", "signing_request.withdrawn", "signing_request.expired", "signing_request.email_failed", "signing_request.hand_over_proposed", "signing_request.reassigned"]),
  event_id: EventId,
  created_at: Timestamp,
  document_id: DocumentId,
  signing_request_id: SigningRequestId,
  role: EventRole,
  reference: EventReference,
}).openapi("MinimalSigningRequestEvent")

export const MinimalDocumentCompleted = z.object({
  event: z.literal("document.completed"),
  event_id: EventId,
  created_at: Timestamp,
  document_id: DocumentId,
  signed_pdf_url: z.string(),
  sha256: Sha256,
  audit_trail_url: z.string(),
}).openapi("MinimalDocumentCompleted")

export const MinimalDocumentEvent = z.object({
  event: z.enum(["document.seal_delayed", "document.abandoned"]),
  event_id: EventId,
  created_at: Timestamp,
  document_id: DocumentId,
}).openapi("MinimalDocumentEvent")

export const MinimalTemplateInstanceEvent = z.object({
  event: z.enum(["template_instance.staged", "template_instance.confirmed", "template_instance.discarded"]),
  event_id: EventId,
  created_at: Timestamp,
  document_id: DocumentId,
}).openapi("MinimalTemplateInstanceEvent")

export const EventPage = z.object({
  events: z.array(z.union([SigningRequestSent, SigningRequestViewed, SigningRequestSmsSent, SigningRequestSmsFailed, SigningRequestSmsVerified, SigningRequestSigned, SigningRequestDeclined, SigningRequestWithdrawn, SigningRequestExpired, SigningRequestEmailFailed, SigningRequestHandOverProposed, SigningRequestReassigned, DocumentCompleted, DocumentSealDelayed, DocumentAbandoned, TemplateInstanceStaged, TemplateInstanceConfirmed, TemplateInstanceDiscarded, MinimalSigningRequestEvent, MinimalDocumentCompleted, MinimalDocumentEvent, MinimalTemplateInstanceEvent])),
  next_after: z.string().nullable(),
  has_more: z.boolean(),
}).openapi("EventPage")

/** `after` is not an event of the last 30 days, or events that followed it were deleted. */
export const EventsExpiredError = z.object({
  error: ErrorText,
  code: z.literal("events_expired"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    oldest_event_id: z.string().nullable(),
    oldest_created_at: z.union([Timestamp, z.null()]),
  }),
}).openapi("EventsExpiredError")

export const EmbeddedSessionInput = z.strictObject({
  signing_request_id: z.string(),
  origin: z.string().refine(...atMost(2048)).openapi({"maxLength":2048}),
  ttl_seconds: z.int().gte(60).lte(900).default(300),
  locale: Locale.optional(),
}).openapi("EmbeddedSessionInput")

export const EmbeddedSessionCreated = z.object({
  id: z.uuid(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  embed_url: z.string().openapi({"format":"uri"}),
  origin: z.string(),
  locale: Locale,
  status: z.enum(["active"]),
  ttl_seconds: z.int(),
  expires_at: Timestamp,
  created_at: Timestamp,
}).openapi("EmbeddedSessionCreated")

/** `origin` is not a plain https origin; `meta.reason` says what is wrong with it. */
export const InvalidOriginError = z.object({
  error: ErrorText,
  code: z.literal("invalid_origin"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    reason: z.enum(["scheme", "host", "credentials", "wildcard", "path", "query", "fragment"]),
  }),
}).openapi("InvalidOriginError")

/** `origin` is not among the allowed embed origins of this key. */
export const OriginNotAllowedError = z.object({
  error: ErrorText,
  code: z.literal("origin_not_allowed"),
  doc_url: DocUrl.optional(),
}).openapi("OriginNotAllowedError")

/** Only a pending or viewed request that is not past its expiry can be signed in a frame. */
export const RequestNotSignableError = z.object({
  error: ErrorText,
  code: z.literal("request_not_signable"),
  doc_url: DocUrl.optional(),
  meta: z.object({
    status: SignerStatus,
  }),
}).openapi("RequestNotSignableError")

/** The database failed while the session was minted; nothing was created. */
export const EmbeddingUnavailableError = z.object({
  error: ErrorText,
  code: z.literal("embedding_unavailable"),
  doc_url: DocUrl.optional(),
}).openapi("EmbeddingUnavailableError")

/** `completed`: the request came to an end. `revoked`: the session or its key was. `expired`: the session timed out. */
export const EmbeddedSessionStatus = z.enum(["active", "completed", "revoked", "expired"]).openapi("EmbeddedSessionStatus")

/** A session is `active` until its request comes to an end (`completed`: signed, declined, withdrawn or past its expiry), it is revoked (by
 * `DELETE`, or with the key that minted it) or it times out (`expired`), whichever comes first. Readable for 30 days. */
export const EmbeddedSession = z.object({
  id: z.uuid(),
  signing_request_id: SigningRequestId,
  document_id: DocumentId,
  origin: z.string(),
  locale: Locale,
  status: EmbeddedSessionStatus,
  ttl_seconds: z.int(),
  expires_at: Timestamp,
  created_at: Timestamp,
  first_loaded_at: z.union([Timestamp, z.null()]),
  completed_at: z.union([Timestamp, z.null()]),
  revoked_at: z.union([Timestamp, z.null()]),
}).openapi("EmbeddedSession")

/** `POST /embedded/sessions` was retired on 2026-07-31. */
export const EmbeddedSessionsRetiredError = z.object({
  error: ErrorText,
  code: z.literal("embedded_sessions_retired"),
  doc_url: DocUrl.optional(),
}).openapi("EmbeddedSessionsRetiredError")
