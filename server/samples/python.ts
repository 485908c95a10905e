import { type Call, type Part, urlOf } from './call.ts'
import { listed, literalOf, type Notation } from './literal.ts'

const PYTHON: Notation = {
  braces: ['{', '}'],
  pair: ': ',
  empty: { list: '[]', object: '{}' },
  constants: { null: 'None', true: 'True', false: 'False' },
  text: (value) => JSON.stringify(value),
}
const INDENT = '    '
const SECONDS = 60

/** With `requests`, which most programs in Python call HTTP with. */
export function pythonOf(call: Call): string {
  const { method, headers, body, file, answers } = call
  const parts = body && 'parts' in body ? body.parts : []
  const ownHeaders = [
    `"Authorization": f"Bearer {os.environ['COUNTERSIGN_API_KEY']}"`,
    ...headers.map(([name, value]) => `"${name}": "${value}"`),
  ]
  const values = [
    literalOf(urlOf(call), PYTHON),
    `headers=${listed(['{', '}'], ownHeaders, INDENT)}`,
    ...(body && 'json' in body ? [`json=${literalOf(body.json, PYTHON, INDENT)}`] : []),
    ...formOf(parts),
    `timeout=${SECONDS}`,
  ]
  const after = file ? [`Path("${file}").write_bytes(response.content)`] : answers ? ['print(response.json())'] : []
  const text = [
    `response = requests.${method.toLowerCase()}(`,
    ...values.map((value) => `${INDENT}${value},`),
    ')',
    'response.raise_for_status()',
    ...after,
  ].join('\n')
  const standard = ['import json', 'import os', 'from pathlib import Path'].filter((line) =>
    text.includes(`${line.split(' ').at(-1)}${line.startsWith('from') ? '(' : '.'}`),
  )
  return `${standard.join('\n')}\n\nimport requests\n\n${text}`
}

function formOf(parts: Part[]): string[] {
  const files = parts.flatMap((part) =>
    'file' in part ? [`"${part.name}": ("${part.file}", Path("${part.file}").read_bytes(), "application/pdf")`] : [],
  )
  const data = parts.flatMap((part) => {
    if ('textOf' in part) return [`"${part.name}": Path("${part.textOf}").read_text()`]
    return 'json' in part ? [`"${part.name}": json.dumps(${literalOf(part.json, PYTHON, INDENT + INDENT)})`] : []
  })
  return [
    ...(files.length > 0 ? [`files=${listed(['{', '}'], files, INDENT)}`] : []),
    ...(data.length > 0 ? [`data=${listed(['{', '}'], data, INDENT)}`] : []),
  ]
}
