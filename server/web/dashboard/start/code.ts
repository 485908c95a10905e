/** What the first call is made with. */
export interface FirstCall {
  apiUrl: string
  /** The key itself; null: where to read it from. */
  secret: string | null
  /** Who signs: the reader. */
  email: string
}

const VARIABLE = 'COUNTERSIGN_API_KEY'

/** The first document by curl. */
export function asCurl({ apiUrl, secret, email }: FirstCall): string {
  const signers = JSON.stringify([{ email }]).replaceAll("'", "'\\''")
  const lines = [
    `curl ${apiUrl}/signing-requests`,
    `  --header "Authorization: Bearer ${secret ?? `$${VARIABLE}`}"`,
    '  --form file=@lease.pdf',
    `  --form 'signers=${signers}'`,
  ]
  return lines.join(' \\\n')
}

/** The same with the SDK. */
export function asTypeScript({ apiUrl, secret, email }: FirstCall): string {
  // Without one, the SDK reads it from the variable itself.
  const apiKey = secret === null ? `// The key is read from ${VARIABLE}.` : `apiKey: ${JSON.stringify(secret)},`
  return `import { Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'

const client = new Countersign({
  ${apiKey}
  baseUrl: ${JSON.stringify(apiUrl)},
})
const { signers } = await client.signingRequests.create({
  file: await fromPath('lease.pdf'),
  signers: [{ email: ${JSON.stringify(email)} }],
})
console.log(signers[0].signingUrl)`
}
