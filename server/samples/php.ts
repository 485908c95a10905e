import { type Call, type Part, urlOf } from './call.ts'
import { listed, literalOf, type Notation } from './literal.ts'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const PHP: Notation = {
  braces: ['[', ']'],
  pair: ' => ',
  empty: { list: '[]', object: 'new stdClass()' },
  constants: { null: 'null', true: 'true', false: 'false' },
  text: quoted,
}
const INDENT = '    '

/** With the extension curl, which every PHP that calls HTTP has. */
export function phpOf(call: Call): string {
  const { method, headers, body, file, answers } = call
  const json = body && 'json' in body ? [quoted('Content-Type: application/json')] : []
  const ownHeaders = [
    `'Authorization: Bearer ' . getenv('COUNTERSIGN_API_KEY')`,
    ...headers.map(([name, value]) => quoted(`${name}: ${value}`)),
    ...json,
  ]
  const usual = body ? 'POST' : 'GET'
  const options = [
    ...(method === usual ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    `CURLOPT_HTTPHEADER => ${listed(['[', ']'], ownHeaders, INDENT)}`,
    ...(body ? [`CURLOPT_POSTFIELDS => ${fieldsOf(body)}`] : []),
    'CURLOPT_RETURNTRANSFER => true',
  ]
  return [
    `<?php

$curl = curl_init(${quoted(urlOf(call))});
curl_setopt_array($curl, ${listed(['[', ']'], options, '')});
$answer = curl_exec($curl);
if ($answer === false) {
    throw new RuntimeException(curl_error($curl));
}
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($status >= 300) {
    throw new RuntimeException("$status: $answer");
}`,
    ...(file
      ? [`file_put_contents(${quoted(file)}, $answer);`]
      : answers
        ? ['print_r(json_decode($answer, true));']
        : []),
  ].join('\n')
}

function fieldsOf(body: NonNullable<Call['body']>): string {
  if ('json' in body) return `json_encode(${literalOf(body.json, PHP, INDENT)})`
  return listed(['[', ']'], body.parts.map(partOf), INDENT)
}

function partOf(part: Part): string {
  const value =
    'file' in part
      ? `new CURLFile(${quoted(part.file)}, 'application/pdf')`
      : 'textOf' in part
        ? `file_get_contents(${quoted(part.textOf)})`
        : `json_encode(${literalOf(part.json, PHP, INDENT + INDENT)})`
  return `${quoted(part.name)} => ${value}`
}
