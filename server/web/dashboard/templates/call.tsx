import { exampleCall } from '../../../domain/templates/example.ts'
import { kindOf, type Snapshot } from '../../../domain/templates/model.ts'
import { Card, Copy } from '../parts/pieces.tsx'

export interface CallProps {
  apiUrl: string
  id: string
  version: number
  /** The version. */
  snapshot: Snapshot
}

/** The call that uses this template, with its own keys: first tried, then sent. */
export function TemplateCall(props: CallProps) {
  const isFile = kindOf(props.snapshot.model) === 'file'
  return (
    <Card title="Use it by API" aside={<span class="small">version {props.version}</span>} pad="stack">
      <p class="small">
        {isFile
          ? 'The answer is the PDF; nothing is stored. The values are examples.'
          : 'The first call creates and sends nothing: it says whether the real one would go through. Without validate_only it sends. Signers and values are examples.'}
      </p>
      <div class="command">
        <Copy id="call-curl" text={asCurl(props)} block />
      </div>
      <details>
        <summary>TypeScript</summary>
        <div class="command">
          <Copy id="call-typescript" text={asTypeScript(props)} block />
        </div>
      </details>
    </Card>
  )
}

/** As one would type it, with the key in a variable. */
function asCurl({ apiUrl, id, snapshot }: CallProps): string {
  const { recipients, field_values } = exampleCall(snapshot)
  const isFile = kindOf(snapshot.model) === 'file'
  const body = isFile ? { field_values } : { validate_only: true, recipients, field_values }
  const lines = [
    `curl ${apiUrl}/templates/${id}/${isFile ? 'generate' : 'instantiate'}`,
    '  --header "Authorization: Bearer $COUNTERSIGN_API_KEY"',
    "  --header 'Content-Type: application/json'",
    ...(isFile ? ['  --output document.pdf'] : []),
    // An apostrophe would end the shell's string.
    `  --data '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`,
  ]
  return lines.join(' \\\n')
}

function asTypeScript({ apiUrl, id, snapshot }: CallProps): string {
  const { recipients, field_values } = exampleCall(snapshot)
  const client = `// The key is read from COUNTERSIGN_API_KEY.
const client = new Countersign({ baseUrl: ${JSON.stringify(apiUrl)} })`
  if (kindOf(snapshot.model) === 'file') {
    return `import { writeFile } from 'node:fs/promises'
import { Countersign } from '@countersign/sdk'

${client}
const file = await client.templates.generate('${id}', ${literal({ field_values })})
await writeFile('document.pdf', Buffer.from(await file.arrayBuffer()))`
  }
  return `import { Countersign } from '@countersign/sdk'

${client}
const params = ${literal({ recipients, field_values })}
// Creates and sends nothing.
const { ok, problems } = await client.templates.validate('${id}', params)
if (!ok) throw new Error(JSON.stringify(problems))
const { document_id } = await client.templates.instantiate('${id}', params)
console.log(document_id)`
}

/** An object as TypeScript writes it: keys without quotes where they need none. */
function literal(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z]\w*)":/gm, '$1$2:')
}
