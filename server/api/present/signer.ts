import type { Ctx } from '../../context.ts'
import type { ApiKeyActor } from '../../domain/actor.ts'
import { toLocale } from '../../domain/locales.ts'
import { maskPhone } from '../../domain/mask.ts'
import type { SignerRow } from '../../domain/records/documents.ts'
import { signingUrl } from '../../domain/signers/link.ts'
import type { components } from '../../generated/openapi.ts'

type Schemas = components['schemas']

const OPEN = new Set(['queued', 'pending', 'viewed'])

/** A signer in reads (contract 2.9). The link is null once terminal, while staged, and for keys with read-only scope. */
export function presentSigner(
  ctx: Ctx,
  actor: ApiKeyActor,
  signer: SignerRow,
  isHandedOut: boolean,
): Schemas['Signer'] {
  return {
    id: signer.id,
    email: signer.email,
    name: signer.name,
    role: signer.role,
    slot: signer.slot ?? signer.signing_order,
    order: signer.signing_order,
    status: signer.status,
    locale: toLocale(signer.locale),
    reference: signer.reference,
    company: signer.company,
    jobTitle: signer.job_title,
    returnUrl: signer.return_url,
    signingUrl: isHandedOut && actor.scope === 'full' && OPEN.has(signer.status) ? signingUrl(ctx, signer) : null,
    channel: signer.channel,
    emailed: signer.emailed,
    texted: signer.texted,
    requireSmsVerification: signer.require_sms_verification,
    signatureLevel: signer.require_sms_verification ? 'aes' : 'ses',
    phoneMasked: maskPhone(signer.phone_e164),
    viewedAt: iso(signer.viewed_at),
    signedAt: iso(signer.signed_at),
    declinedAt: iso(signer.declined_at),
    withdrawnAt: iso(signer.withdrawn_at),
    expiredAt: iso(signer.expired_at),
    smsVerifiedAt: iso(signer.sms_verified_at),
    expiresAt: iso(signer.expires_at),
  }
}

/** A signer in the response to create (contract 2.6). */
export function presentCreatedSigner(ctx: Ctx, signer: SignerRow): Schemas['CreatedSigner'] {
  return {
    role: signer.role,
    signingRequestId: signer.id,
    signingUrl: signingUrl(ctx, signer),
    emailed: signer.emailed,
    email: signer.email,
    name: signer.name,
    status: signer.status === 'queued' ? 'queued' : 'pending',
    order: signer.signing_order,
    locale: toLocale(signer.locale),
    reference: signer.reference,
    company: signer.company,
    jobTitle: signer.job_title,
    returnUrl: signer.return_url,
    requireSmsVerification: signer.require_sms_verification,
    smsGate: signer.sms_gate,
    signatureLevel: signer.require_sms_verification ? 'aes' : 'ses',
    expiresAt: iso(signer.expires_at),
  }
}

/** ISO 8601 UTC, or null. */
export function iso(at: Date): string
export function iso(at: Date | null): string | null
export function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
