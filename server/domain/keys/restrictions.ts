import ipaddr from 'ipaddr.js'
import { DomainError } from '../errors.ts'
import { plainOrigin } from '../signers/embedding/origin.ts'

/** Whether this is an address or a CIDR block, to which a key can be restricted (contract 5.4). */
export function isAddressOrBlock(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

/** A plain https origin (contract 4.14); a trailing slash, as copied from a browser, is allowed here. Null: none. */
export function originOrNull(text: string): string | null {
  try {
    return plainOrigin(text.replace(/\/$/, ''))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return null
  }
}
