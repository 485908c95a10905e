import type { IdentityClaims } from '../../net/openid.ts'
import type { Role } from '../actor.ts'

/** Which values of which claim make an owner, and which a member. */
export interface RoleRule {
  claim: string
  owners: string[]
  /** Empty: everybody who is not an owner is a member. */
  members: string[]
}

/**
 * The role that an issuer's claims give; null: none; undefined: they do not say, for want of the claim. It is a text or a
 * list of texts; anything else gives none.
 */
export function claimedRole(claims: IdentityClaims, { claim, owners, members }: RoleRule): Role | null | undefined {
  const given = claimOf(claims, claim)
  if (given === undefined || given === null) return undefined
  const values = [given].flat()
  if (values.some((value) => typeof value === 'string' && owners.includes(value))) return 'owner'
  if (members.length === 0) return 'member'
  return values.some((value) => typeof value === 'string' && members.includes(value)) ? 'member' : null
}

/** Whether the issuer keeps a claim elsewhere (OpenID Connect Core 1.0, 5.6.2), as Entra ID does with too many groups. */
export function isElsewhere({ _claim_names: names }: IdentityClaims, claim: string): boolean {
  return typeof names === 'object' && names !== null && Object.hasOwn(names, claim)
}

/** A claim by its name, which may contain dots (`https://example.com/roles`), or else by its path (`realm_access.roles`). */
function claimOf(claims: IdentityClaims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((value, part) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    return isObject ? (value as Record<string, unknown>)[part] : undefined
  }, claims)
}
