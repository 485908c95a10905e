import { type Call, type Part, urlOf } from './call.ts'

const FAIL = 'if err != nil {\n\tlog.Fatal(err)\n}'
/** Of the standard library, by what a program says of it. */
const PACKAGES = ['bytes', 'fmt', 'io', 'log', 'mime/multipart', 'net/http', 'os', 'strings']

/** With the standard library alone. */
export function goOf(call: Call): string {
  const { method, headers, body, file, answers } = call
  const type = body && ('json' in body ? '"application/json"' : 'form.FormDataContentType()')
  const lines = [
    ...(body ? ['json' in body ? jsonOf(body.json) : formOf(body.parts)] : []),
    `request, err := http.NewRequest("${method}", "${urlOf(call)}", ${body ? ('json' in body ? 'body' : '&body') : 'nil'})`,
    FAIL,
    'request.Header.Set("Authorization", "Bearer "+os.Getenv("COUNTERSIGN_API_KEY"))',
    ...headers.map(([name, value]) => `request.Header.Set("${name}", "${value}")`),
    ...(type ? [`request.Header.Set("Content-Type", ${type})`] : []),
    '',
    'response, err := http.DefaultClient.Do(request)',
    FAIL,
    'defer response.Body.Close()',
    'answer, err := io.ReadAll(response.Body)',
    FAIL,
    'if response.StatusCode >= 300 {\n\tlog.Fatalf("%s: %s", response.Status, answer)\n}',
    ...(file
      ? [`if err := os.WriteFile("${file}", answer, 0o644); err != nil {\n\tlog.Fatal(err)\n}`]
      : answers
        ? ['fmt.Println(string(answer))']
        : []),
  ]
  const text = lines.join('\n')
  const imports = PACKAGES.filter((name) => text.includes(`${name.split('/').at(-1)}.`))
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
${text.replaceAll(/^(?=.)/gm, '\t')}
}`
}

const jsonOf = (value: unknown) => `body := strings.NewReader(\`${JSON.stringify(value, null, '\t')}\`)\n`

function formOf(parts: Part[]): string {
  return ['var body bytes.Buffer', 'form := multipart.NewWriter(&body)', ...parts.map(partOf), 'form.Close()\n'].join(
    '\n',
  )
}

function partOf(part: Part): string {
  const { name } = part
  if ('json' in part) return `form.WriteField("${name}", \`${JSON.stringify(part.json)}\`)`
  const source = 'file' in part ? part.file : part.textOf
  const read = `${name}, err := os.ReadFile("${source}")\n${FAIL}`
  if ('textOf' in part) return `${read}\nform.WriteField("${name}", string(${name}))`
  return `${read}
part, err := form.CreateFormFile("${name}", "${source}")
${FAIL}
part.Write(${name})`
}
