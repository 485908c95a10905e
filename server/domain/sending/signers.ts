import type { Ctx } from '../../context.ts'
import type { SigningMode } from '../../db/schema.ts'
import { invalid } from '../invalid.ts'
import type { Locale } from '../locales.ts'
import { isBySms } from '../signers/channel.ts'
import { fullName, supportedLocale } from '../signers/person.ts'
import type { Draft, DraftSigner, Warning } from './draft.ts'

/** A signer ready to be stored. */
export interface PlannedSigner extends Omit<DraftSigner, 'name' | 'locale'> {
  name: string | null
  locale: Locale
  /** 1 is invited first; null in a parallel send. */
  order: number | null
}

const ROLE = /^[\p{L}\p{M}\p{N} _.-]{1,64}$/u

/** Whether a role is written as one (contract 2.5). */
export const isSignerRole = (role: string): boolean => ROLE.test(role)

/**
 * Checks each signer, and the signers together, beyond their types (contract 2.5, 7). The first problem
 * found is thrown as `invalid_request` with `meta.path` in the terms of the contract.
 * @param locale of signers who have none
 */
export function planSigners(
  { signers, signingMode }: Pick<Draft, 'signers' | 'signingMode'>,
  locale: string,
  warnings: Warning[],
): PlannedSigner[] {
  const orders = planOrders(signers, signingMode, warnings)
  const roles = new Set<string>()
  return signers.map((signer, index) => {
    const { at } = signer
    const role = planRole(signer, at)
    if (role !== null && roles.has(role))
      throw invalid(`${at}.role`, `${at}.role "${role}" is used by another signer; roles must be unique`)
    if (role !== null) roles.add(role)
    return {
      at,
      email: signer.email.trim(),
      role,
      name: fullName(signer.name, at),
      locale: supportedLocale(signer.locale ?? locale, `${at}.locale`),
      ...planSms(signer, at),
      reference: signer.reference,
      company: signer.company,
      jobTitle: signer.jobTitle,
      returnUrl: signer.returnUrl,
      order: orders[index] ?? null,
      slot: signer.slot,
      pinned: signer.pinned,
      channel: signer.channel,
    }
  })
}

/** For each signer, whether another one of a sequential send is invited first. */
export function waiting(signers: PlannedSigner[]): boolean[] {
  const first = Math.min(...signers.map(({ order }) => order ?? 0))
  return signers.map(({ order }) => order !== null && order !== first)
}

/** @throws DomainError `invalid_request` where a signer is invited by SMS and this server sends none */
export function assertSmsProvider({ sms }: Pick<Ctx, 'sms'>, signers: readonly PlannedSigner[]): void {
  const texted = signers.find(isBySms)
  if (!texted || sms.kind !== 'none') return
  throw invalid(`${texted.at}.channel`, `${texted.at}.channel "${texted.channel}": this server sends no SMS`)
}

function planRole(signer: DraftSigner, at: string): string | null {
  const role = signer.role?.trim() ?? null
  if (role !== null && !isSignerRole(role)) {
    throw invalid(`${at}.role`, `${at}.role must be 1 to 64 letters, digits, spaces or _ . -`)
  }
  return role
}

function planSms({ requireSms, phone, smsGate, channel }: DraftSigner, at: string) {
  if (isBySms({ channel }) && phone === null) {
    throw invalid(`${at}.phone_e164`, `${at}.phone_e164 is required with the channel "${channel}"`)
  }
  if (requireSms && phone === null) {
    throw invalid(`${at}.phone_e164`, `${at}.phone_e164 is required when require_sms_verification is true`)
  }
  if (smsGate === 'before_view' && !requireSms) {
    throw invalid(`${at}.sms_gate`, `sms_gate "before_view" needs require_sms_verification: true on ${at}`)
  }
  return { requireSms, phone, smsGate }
}

/** @param at of a signer who was given an order, though all sign at the same time */
export function ignoredOrder(at: string): Warning {
  const field = `${at}.signing_order`
  return { field, code: 'ignored_field', message: `${field} has no effect in a parallel send` }
}

function planOrders(signers: DraftSigner[], mode: SigningMode, warnings: Warning[]): (number | null)[] {
  const given = signers.map((signer) => signer.order)
  if (mode === 'parallel') {
    warnings.push(...signers.flatMap(({ at, order }) => (order === null ? [] : [ignoredOrder(at)])))
    return given.map(() => null)
  }
  const missing = given.indexOf(null)
  if (missing === -1) {
    const duplicate = given.findIndex((order, index) => given.indexOf(order) !== index)
    if (duplicate !== -1) {
      throw invalid(
        `${signers[duplicate]!.at}.signing_order`,
        `signing_order ${given[duplicate]} is given twice; orders must be unique`,
      )
    }
    return given
  }
  if (given.some((order) => order !== null)) {
    const path = `${signers[missing]!.at}.signing_order`
    throw invalid(path, `${path} is missing; in a sequential send either all signers have a signing_order or none`)
  }
  return signers.map((_, index) => index + 1)
}
