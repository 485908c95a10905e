const MAX_LENGTH = 41

/**
 * A key of the registry made of a name: `Tenant's Name` becomes `tenant_s_name`. With a number behind it where it is not
 * free; a name without Latin letters or digits becomes `field`.
 */
export function keyOf(name: string, isFree: (key: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const stem = /^[a-z]/.test(plain) ? plain : plain === '' ? 'field' : `field_${plain}`
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`
    const key = stem.slice(0, MAX_LENGTH - ending.length) + ending
    if (isFree(key)) return key
  }
}
