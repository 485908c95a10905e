import { stateMachine } from '../../server/domain/signers/states.ts'

/**
 * The rules of contract 2.7, 2.8, 3 (staged instances), 4.12 and 4.13, sentence by sentence. Each has a test whose name
 * begins with the rule's. The errors of the operations are the spec's; `coverage.test.ts` sees that each is produced,
 * here they are listed for what the contract says beside the code.
 */
const SENTENCES: Record<string, string> = {
  // 2.7, 4.13: GET /templates/{id}
  'template.contract': 'Slots with role and pin; values with required, owner and labels.',
  'template.not-gated': 'Reading a template needs no Enterprise plan.',
  // 2.8, 4.2
  'fields.definition': 'Each definition has its key, kind, type, options of an enum, example and maximum length.',
  'fields.none': 'An empty array when the workspace has none.',
  // 2.7, 4.13: POST /templates/{id}/instantiate
  'instantiate.enterprise': '402 without the Enterprise plan; no token is spent.',
  'instantiate.recipients': 'Strict objects: slot, email, name, phone_e164 and more.',
  'instantiate.unknown_recipient_field': '400: an unknown key of a recipient.',
  'instantiate.unknown_field': 'A warning for an unknown top-level key, 400 from 2026-12-31.',
  'instantiate.field_values': 'Keys of the registry; a row of a collection holds columns.',
  'instantiate.unknown_column': 'A warning, with the field named table_key.column.',
  'instantiate.metadata': 'A flat object, echoed.',
  'instantiate.invalid_metadata': '400: not a flat object within limits.',
  'instantiate.validate_only': 'Creates nothing, and reports what the real call would refuse and what could be given.',
  'instantiate.validate_only.values': 'Failing field_values still answer 422.',
  'instantiate.validate_only.allowance': 'A shortfall of SMS is a problem with ok: false on a 200.',
  'instantiate.review': 'Stages the document.',
  'instantiate.send_emails': 'Recipients are invited by email unless it is false.',
  'instantiate.version': 'Pins a version of the template.',
  'instantiate.version_not_found': '404 with meta.version and meta.current_version.',
  'instantiate.idempotency': 'The same key and body answer as before; a different body is refused.',
  'instantiate.answer': 'document_id, and a signing_url for each recipient.',
  'instantiate.legacy-path': 'The same code, the same answers.',
  'instantiate.pinned-slot-mismatch': '400 with the slot: a pinned slot got another address.',
  'instantiate.template_unlocked': '409: a draft, or archived.',
  'instantiate.interactive-table-requires-sequential': '409: an open table with several parallel recipients.',
  'instantiate.signer_without_signature': '422: a slot has nothing to sign.',
  'instantiate.template_input_invalid': '422: each problem with its own code.',
  'instantiate.tier_required': '402 at the cap of documents; nothing created.',
  'instantiate.sms_allowance_exhausted': '402; nothing created.',
  'instantiate.render_failed': '502; nothing created or sent, the idempotency key released.',
  // 4.13: POST /templates/{id}/generate
  'generate.enterprise': '402 without the Enterprise plan.',
  'generate.pdf': 'Renders a file, as a PDF stream.',
  'generate.review': 'Stages the file.',
  'generate.template_unlocked': '409: a draft, or archived.',
  'generate.not_rendered': '409: nothing to render.',
  'generate.template_input_invalid': '422: field_values failed.',
  'generate.insert_failed': '500: the staged document was not stored.',
  'generate.render_failed': '502.',
  'generate.unknown-fields-header': 'Unknown top-level keys are named in X-Unknown-Fields.',
  // 4.12: reading a document
  'document.read': 'Status, metadata, and the status of each signer.',
  'document.sha256': 'Of the file as it was sent for signature, not of the signed PDF.',
  'signed.key': 'Requires the key.',
  'signed.sha256': 'The sha256 of document.completed is that of exactly these bytes.',
  'signed.deleted_by_retention': '410, with the RateLimit headers.',
  'audit-trail.pdf': 'A PDF, rendered on each request.',
  'audit-trail.contents': 'SHA-256, times, masked addresses; always in English.',
  // 4.12: POST /documents/{id}/confirm
  'confirm.enterprise': '402 without the Enterprise plan.',
  'confirm.recipients': 'Edits of recipients are allowed.',
  'confirm.phone': 'The deprecated spelling of phone_e164, with a warning.',
  'confirm.conflicting_fields': '400: phone and phone_e164 disagree.',
  'confirm.signing_order': 'Can be changed.',
  'confirm.channel': 'sms and both.',
  'confirm.send_emails': 'Overrides what was staged.',
  'confirm.pinned-slot-mismatch': '400 with the slot.',
  'confirm.unknown_recipient_field': '400.',
  'confirm.sms_allowance_exhausted': '402; nothing sent.',
  'confirm.interactive-table-requires-sequential': '409; refused at the edit that would lead to it.',
  'confirm.discarded': '409.',
  'confirm.review_expired': '410 after 14 days.',
  'confirm.invalid_recipients': '422: email, phone, SMS without a number, gate without SMS, order twice.',
  'confirm.template_input_invalid': '422.',
  'confirm.update_failed': '502: the edits could not be written; nothing sent.',
  'confirm.confirm_failed': '502: the release failed; a retry resumes.',
  'confirm.render_failed': '502.',
  'confirm.repeated': '200 with already_confirmed: true; sends nothing.',
  // 4.12: POST /documents/{id}/discard
  'discard.not-gated': 'Needs no Enterprise plan.',
  'discard.already_confirmed': '409.',
  'discard.discard_failed': '502; nothing changed.',
  // 3: what holds beside the tables
  'signer.change_phone.verified': '409 once the signer has verified a code.',
  'staged.clock': 'At 13 d 23 h 59 min 59 s and at 14 d.',
  'staged.confirm-discard-race': 'One wins, the other answers by the table.',
  'staged.kill-9-in-confirm': 'Everything or nothing.',
}

/** A template's life, which the published machine leaves out. */
const TEMPLATE_ROWS = ['upload', 'save', 'lock', 'unlock', 'archive', 'restore', 'duplicate', 'replace-pdf']
/** A staged instance, call by call. */
const STAGED_ROWS = 14

/** The names of all rules: of the sentences, and of every row of the state machines as published. */
export function ruleNames(): string[] {
  const { signer, document, review } = stateMachine()
  return [
    ...Object.keys(SENTENCES),
    ...Array.from({ length: STAGED_ROWS }, (_, row) => `staged.row-${row + 1}`),
    ...TEMPLATE_ROWS.map((row) => `template.${row}`),
    ...['initial', ...Object.keys(signer.transitions), ...Object.keys(signer.actions)].map((row) => `signer.${row}`),
    ...[...document.states.map(({ status }) => status), 'completion'].map((row) => `document.${row}`),
    ...Object.entries(review.transitions).flatMap(([row, { otherwise }]) => [
      `review.${row}`,
      ...Object.keys(otherwise).map((state) => `review.${row}.${state}`),
    ]),
  ]
}
