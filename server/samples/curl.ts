import { type Call, type Part, urlOf } from './call.ts'

/** A command before it is written. */
interface Command {
  method: string
  address: string
  headers: string[]
  body: string[]
  output?: string[]
}

/** What stands for the key in a command. */
export const BEARER = 'Bearer $COUNTERSIGN_API_KEY'

/** A call as one would type it. */
export function curlOf(call: Call): string {
  const { method, headers, body, file } = call
  return commandOf({
    method,
    address: urlOf(call),
    headers: [`Authorization: ${BEARER}`, ...headers.map(([name, value]) => `${name}: ${value}`)],
    body: !body ? [] : 'json' in body ? jsonBody(JSON.stringify(body.json, null, 2)) : body.parts.map(partOf),
    // Without a file curl refuses to show bytes in a terminal.
    output: file ? [`-o ${file}`] : [],
  })
}

function partOf(part: Part): string {
  const content = 'file' in part ? `@${part.file}` : 'textOf' in part ? `<${part.textOf}` : JSON.stringify(part.json)
  return formPart(part.name, content)
}

export function commandOf({ method, address, headers, body, output = [] }: Command): string {
  const usual = body.length > 0 ? 'POST' : 'GET'
  return [
    // An address with a query has characters that mean something to a shell.
    `curl ${method === usual ? '' : `-X ${method} `}${/[^\w:/.-]/.test(address) ? quoted(address) : address}`,
    ...headers.map((header) => `-H "${header}"`),
    ...body,
    ...output,
  ].join(' \\\n  ')
}

/** @param content `@` and a name for a file, `<` and a name for the text of a file */
export const formPart = (name: string, content: string): string => `-F ${quoted(`${name}=${content}`)}`
export const textBody = (text: string): string => `-d ${quoted(text)}`
export const jsonBody = (text: string): string[] => [
  `-H 'Content-Type: application/json'`,
  textBody(text.replaceAll('\n', '\n  ')),
]
/** An apostrophe would end the shell's string. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
