/** A project of somebody who has nothing but the package of the SDK. */
export interface Project {
  name: string
  /** Of its package.json. */
  type: 'module' | 'commonjs'
  file: string
  /** How TypeScript finds the package; null in JavaScript. */
  compiler: readonly string[] | null
}

const typescript = (module: string, moduleResolution: string) => [
  '--module',
  module,
  '--moduleResolution',
  moduleResolution,
]

export const PROJECTS: readonly Project[] = [
  { name: 'JavaScript, ESM', type: 'module', file: 'program.js', compiler: null },
  { name: 'JavaScript, CommonJS', type: 'commonjs', file: 'program.js', compiler: null },
  { name: 'TypeScript, node10', type: 'commonjs', file: 'program.ts', compiler: typescript('commonjs', 'node10') },
  {
    name: 'TypeScript, node16, CommonJS',
    type: 'commonjs',
    file: 'program.ts',
    compiler: typescript('node16', 'node16'),
  },
  { name: 'TypeScript, node16, ESM', type: 'module', file: 'program.ts', compiler: typescript('node16', 'node16') },
  { name: 'TypeScript, bundler', type: 'module', file: 'program.ts', compiler: typescript('esnext', 'bundler') },
]

const IMPORTS: readonly [names: string, from: string][] = [
  ['Countersign, verifyWebhook', '@countersign/sdk'],
  ['fromPath', '@countersign/sdk/node'],
  ['verifyPdf', '@countersign/sdk/verify'],
  ['readFrameMessage', '@countersign/sdk/embed'],
  ['testWebhook', '@countersign/sdk/test'],
  ['readFile', 'node:fs/promises'],
]

/** Sends lease.pdf, checks signed.pdf and a webhook, and prints what came out. The settings come from the environment. */
const PROGRAM = `
async function main() {
  const client = new Countersign()
  const file = await fromPath('lease.pdf')
  const signers = [{ email: 'ada@example.com', name: 'Ada Lovelace' }]
  const sent = await client.signingRequests.create({ file, signers, send_emails: false })
  const document = await client.documents.get(sent.documentId)
  const report = await verifyPdf(await readFile('signed.pdf'))
  const { body, headers } = await testWebhook('ping', 'whsec_1')
  const webhook = await verifyWebhook(body, headers['X-Service-Signature'], 'whsec_1')
  console.log([document.status, report.ok, webhook.event, readFrameMessage('{}')].join())
}
main()
`

export const PRINTED = 'pending,true,ping,'

/** The program in the language of the project; CommonJS in JavaScript requires, everything else imports. */
export function programOf({ type, compiler }: Project): string {
  const requires = type === 'commonjs' && compiler === null
  const lines = IMPORTS.map(([names, from]) =>
    requires ? `const { ${names} } = require('${from}')` : `import { ${names} } from '${from}'`,
  )
  return lines.join('\n') + PROGRAM
}
