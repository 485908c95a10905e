import { abandonDocument } from '../domain/documents/abandon.ts'
import { listAuditEvents } from '../domain/documents/audit-events.ts'
import { getAuditTrail, getSignedWithAuditTrail } from '../domain/documents/audit-trail.ts'
import { discloseAuditEvent } from '../domain/documents/disclose.ts'
import { getDocument } from '../domain/documents/get.ts'
import { getDocumentFile, getRenewedDocument, getSignedDocument } from '../domain/documents/read-files.ts'
import { discardDocument } from '../domain/instances/discard.ts'
import { listDocumentValues } from '../domain/instances/values.ts'
import { disposition } from '../http/file-reply.ts'
import type { Handlers } from './contract.ts'
import { fileAnswer } from './file-answer.ts'
import { presentDisclosure } from './present/disclosure.ts'
import { presentDocument } from './present/document.ts'
import { iso } from './present/signer.ts'

/** What `/documents` does, but for confirming one. */
export const documents = {
  /** `GET /documents/{id}` (contract 4.12). */
  async getDocument(call) {
    const view = await getDocument(call.ctx, call.actor, call.params.id)
    return call.reply(200, presentDocument(call.ctx, call.actor, view))
  },

  /** `GET /documents/{id}/file`: the file that the signers see. */
  async getDocumentFile(call) {
    return fileAnswer(call, await getDocumentFile(call.ctx, call.actor, call.params.id))
  },

  /** `GET /documents/{id}/renewed`: the sealed PDF with later document time stamps (decision 0423). */
  async getRenewedDocument(call) {
    const { status, body, headers } = await fileAnswer(
      call,
      await getRenewedDocument(call.ctx, call.actor, call.params.id),
    )
    return { status, body, headers }
  },

  /** `GET /documents/{id}/signed` (contract 4.12): the sealed PDF. */
  async getSignedDocument(call) {
    const { status, body, headers } = await fileAnswer(
      call,
      await getSignedDocument(call.ctx, call.actor, call.params.id),
    )
    return { status, body, headers }
  },

  /** `GET /documents/{id}/audit-trail` (contract 4.12): a PDF regardless of `Accept`. */
  async getAuditTrail(call) {
    const bytes = await getAuditTrail(call.ctx, call.actor, call.params.id)
    return call.reply(200, new Uint8Array(bytes), {
      'Content-Disposition': disposition(`audit-trail-${call.params.id}.pdf`),
      'Content-Length': String(bytes.length),
    })
  },

  /** `GET /documents/{id}/signed-with-audit-trail`. */
  async getSignedWithAuditTrail(call) {
    const { bytes, name } = await getSignedWithAuditTrail(call.ctx, call.actor, call.params.id)
    return call.reply(200, new Uint8Array(bytes), {
      'Content-Disposition': disposition(name),
      'Content-Length': String(bytes.length),
    })
  },

  /** `GET /documents/{id}/audit-events`: the trail with its hash chain, so that anyone can recompute it. */
  async listAuditEvents(call) {
    const { document, events, head } = await listAuditEvents(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      document_id: document.id,
      events,
      head,
    })
  },

  /** `POST /documents/{id}/audit-events/{seq}/disclose` (decision 0042). */
  async discloseAuditEvent(call) {
    const { id, seq } = call.params
    const disclosed = await discloseAuditEvent(call.ctx, call.actor, id, seq, call.body.data.reason)
    return call.reply(200, presentDisclosure(disclosed))
  },

  /** `GET /documents/{id}/values` (decision 0507). */
  async listDocumentValues(call) {
    const values = await listDocumentValues(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      document_id: call.params.id,
      values: values.map(({ fieldId, key, label, kind, page, signer, option, type, value, at }) => ({
        field_id: fieldId,
        field_key: key,
        label,
        kind,
        page,
        role: signer?.role ?? null,
        slot: signer?.slot ?? null,
        owner: signer === null ? 'sender' : 'signer',
        option,
        type,
        value,
        at: iso(at),
      })),
    })
  },

  /** `POST /documents/{id}/abandon` (decision 0036). */
  async abandonDocument(call) {
    const { documentId, abandonedAt, abandonedBy } = await abandonDocument(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      document_id: documentId,
      status: 'abandoned',
      abandoned_at: abandonedAt.toISOString(),
      abandoned_by: abandonedBy,
    })
  },

  /** `POST /documents/{id}/discard` (contract 4.12). */
  async discardDocument(call) {
    const { document, already } = await discardDocument(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      document_id: document.id,
      kind: document.kind,
      status: 'discarded',
      reason: document.review_reason ?? 'discarded',
      actor: document.review_actor ?? 'system',
      already_discarded: already,
    })
  },
} satisfies Partial<Handlers>
