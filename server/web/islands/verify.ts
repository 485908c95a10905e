import './menus.ts'
import { fill } from '../../domain/fill.ts'
import { type FileVerdict, type Judgement, judge } from '../../pdf/verdict.ts'
import type { VerifyPageData } from '../verify.tsx'
import { all, byId, started } from './dom.ts'
import { localFormat } from './times.ts'

/** `/verify`: judges the file that is chosen or dropped, here in the browser. */

type Outcome = keyof VerifyPageData['texts']['verdicts']

const data = JSON.parse(byId('data').textContent ?? '') as VerifyPageData
const { texts } = data
const input = byId<HTMLInputElement>('file')
/** The newest file: one that is still being judged when the next is chosen says nothing more. */
let newest: File | null = null

const MARKS: Record<Outcome, 'done' | 'wait' | 'warn' | 'stop'> = {
  ...{ genuine: 'done', ended: 'wait', untrusted: 'warn', other: 'warn', unsigned: 'warn' },
  ...{ added: 'stop', changed: 'stop', broken: 'stop', notPdf: 'stop', unreadable: 'stop', unsupported: 'stop' },
}
/** What a seal that fits says of itself. */
const BELIEVED: FileVerdict[] = ['genuine', 'ended', 'untrusted', 'other']

async function check(file: File): Promise<void> {
  newest = file
  byId('result').hidden = true
  byId('checking').textContent = texts.checking
  const found = await judged(file)
  if (newest !== file) return
  byId('checking').textContent = ''
  show(file, found)
}

interface Found {
  outcome: Outcome
  judgement: Judgement | null
  sha256: string
}

const nothing = (outcome: Outcome): Found => ({ outcome, judgement: null, sha256: '' })

async function judged(file: File): Promise<Found> {
  // Browsers have it only where the connection is secure.
  if (!globalThis.crypto?.subtle) return nothing('unsupported')
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    console.error(error)
    return nothing('unreadable')
  }
  const judgement = await judge(bytes, { roots: [data.roots], at: now() })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { outcome: judgement.verdict, judgement, sha256 }
}

/** The server's time: its clock when it made the page, and what has passed since. */
const now = () => new Date(Date.parse(data.now) + performance.now())

function show(file: File, { outcome, judgement, sha256 }: Found): void {
  const { title, what } = texts.verdicts[outcome]
  byId('verdict').textContent = title
  byId('meaning').textContent = what
  byId('file-name').textContent = file.name
  for (const mark of all('.verdict .mark')) mark.toggleAttribute('hidden', !mark.classList.contains(MARKS[outcome]))
  showFacts(judgement)
  byId('fingerprint').hidden = sha256 === ''
  byId('sha256').textContent = sha256
  const checks = judgement?.verification.checks ?? []
  byId('how').hidden = checks.length === 0
  byId('steps').replaceChildren(
    ...checks.map(({ name, ok, detail }) => {
      const step = document.createElement('li')
      const result = document.createElement('b')
      result.lang = document.documentElement.lang
      result.textContent = ok ? texts.passed : texts.failed
      result.className = ok ? 'passed' : 'failed'
      step.append(result, ` ${name.replaceAll('_', ' ')}: ${detail}`)
      return step
    }),
  )
  byId('choose').textContent = byId('choose').dataset.another ?? ''
  byId('result').hidden = false
  byId('verdict').focus()
}

function showFacts(judgement: Judgement | null): void {
  const seal = judgement && BELIEVED.includes(judgement.verdict) ? judgement.verification.seal : null
  byId('facts').hidden = seal === null
  if (!seal) return
  byId('sealed-by').textContent = commonName(seal.signer)
  const at = seal.tsaSignedAt ?? seal.claimedAt
  const time = at === null ? '' : localFormat().format(new Date(at))
  byId('sealed-on').textContent = seal.tsaSignedAt === null ? fill(texts.ownClock, { time }) : time
  byId('stamped-by').textContent = seal.tsa === null ? '' : commonName(seal.tsa)
  for (const element of all('.stamp')) element.hidden = seal.tsa === null
}

/** Of a subject like `CN=Ada, O=Reader`; a certificate without one has its whole subject. */
const commonName = (subject: string) => /(?:^|, )CN=(.*?)(?=, [A-Z\d.]+=|$)/.exec(subject)?.[1] ?? subject

input.addEventListener('change', () => {
  const file = input.files?.[0]
  if (file) void check(file)
  // The same file can be chosen again.
  input.value = ''
})
// Beside the drop zone, too: the browser would leave the page and open the file.
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  const file = event.dataTransfer?.files[0]
  if (file) void check(file)
})
started()
