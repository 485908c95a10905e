import type { components } from '../../sdk/src/generated/openapi.ts'
import { type Validated, validateSigningRequest as validate } from '../domain/sending/validate.ts'
import type { Handler } from './contract.ts'
import { draftOf } from './draft.ts'
import { presentPlacedField } from './present/placed-field.ts'

type Schemas = components['schemas']

/** `POST /signing-requests/validate` (decision 0310). */
export const validateSigningRequest: Handler<'validateSigningRequest'> = async (call) => {
  const { placement, found, markers, signers, fields, problems, warnings, earlierSignatures } = await validate(
    call.ctx,
    call.actor,
    draftOf(call),
  )
  return call.reply(200, {
    ok: problems.length === 0,
    problems,
    warnings,
    placement,
    anchors: { found, markers: markers.map(presentMarker) },
    signers: signers.map(presentPlannedSigner),
    earlierSignatures,
    fields: fields.flatMap(({ signer, kind, ...field }) =>
      // Tables come from templates alone.
      kind === 'table' ? [] : presentPlacedField({ ...field, kind, role: signers[signer]!.role }),
    ),
  })
}

function presentMarker(marker: Validated['markers'][number]): Schemas['Marker'] {
  const { kind, role, page, x, y, w, h, fieldKey, label } = marker
  return { kind, role, page, x, y, w, h, fieldKey, label }
}

function presentPlannedSigner(signer: Validated['signers'][number]): Schemas['ValidatedSigner'] {
  return {
    role: signer.role,
    email: signer.email,
    name: signer.name,
    status: signer.waits ? 'queued' : 'pending',
    order: signer.order,
    locale: signer.locale,
    reference: signer.reference,
    company: signer.company,
    jobTitle: signer.jobTitle,
    returnUrl: signer.returnUrl,
    requireSmsVerification: signer.requireSms,
    smsGate: signer.smsGate,
    signatureLevel: signer.requireSms ? 'aes' : 'ses',
  }
}
