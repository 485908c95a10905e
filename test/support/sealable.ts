import { decryptPdf } from '../../server/pdf/encryption/decrypt.ts'
import { PdfError } from '../../server/pdf/errors.ts'
import { hashPdf } from '../../server/pdf/hashed.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import { prepareAndRehearse } from '../../server/pdf/prepare.ts'
import type { Rehearsal } from '../../server/pdf/rehearse.ts'
import { signaturesOf } from '../../server/pdf/signed.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealKey, Stamp, UnsupportedReason } from '../../server/pdf/types.ts'
import { seal } from './sealing.ts'

export interface SealTools {
  rehearsal: Rehearsal
  key: SealKey
  tsa: TsaClient
}

export type Outcome =
  | { refused: UnsupportedReason | 'placement_failed'; message: string }
  | { sealed: Buffer; upload: Uint8Array }

/** Where the first signer signs. */
export const BOX = { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.1 }
const SIGNERS = 2

/**
 * Sends a file as create does and, when it is accepted, has it signed by two and sealed as the jobs do it, each step
 * with the file opened again. Any failure after acceptance is thrown: it must never happen.
 */
export async function sendAndSeal(received: Uint8Array, { rehearsal, key, tsa }: SealTools): Promise<Outcome> {
  const leading = Math.max(0, Buffer.from(received.subarray(0, 1024)).indexOf('%PDF-'))
  let upload = received.subarray(leading)
  let cut = leading
  let bytes: Buffer
  try {
    const plain = withoutEncryption(upload, cut)
    if (plain) [upload, cut] = [plain, 0]
    inspect(upload, cut, true)
    const marks = Array.from({ length: SIGNERS }, (_, i) => ({ ref: String(i), boxes: [BOX] }))
    const options = { maskPages: [], append: [], marks, cut, title: 'Agreement' }
    const { delta } = await prepareAndRehearse(hashPdf(upload), options, rehearsal)
    bytes = Buffer.concat([upload, delta])
  } catch (error) {
    if (error instanceof PdfError) return { refused: error.reason, message: error.message }
    throw error
  }
  for (let i = 0; i < SIGNERS; i++) bytes = Buffer.concat([bytes, await stampFields(bytes, [mark(i)])])
  return { sealed: (await seal(bytes, { key, tsas: [tsa], level: 'B-T', uploadLength: upload.length })).bytes, upload }
}

/**
 * The states of the signatures that an upload brought along, as words.
 * @throws when one has another state in the sealed file
 */
export async function signaturesKept({ upload, sealed }: Extract<Outcome, { sealed: Buffer }>): Promise<string> {
  const states = async (file: Uint8Array) => (await signaturesOf(file)).map(({ field, state }) => `${field} ${state}`)
  const before = await states(upload)
  const after = (await states(sealed)).slice(0, before.length)
  if (after.join() !== before.join()) throw new Error(`signatures before: ${before.join()}, after: ${after.join()}`)
  return `earlier signatures: ${before.map((state) => state.split(' ').at(-1)).join(', ') || 'none'}`
}

/** Undefined when it has none. */
function withoutEncryption(upload: Uint8Array, cut: number): Uint8Array | undefined {
  try {
    inspect(upload, cut)
    return undefined
  } catch (error) {
    if (error instanceof PdfError && error.reason === 'encrypted') return decryptPdf(upload, cut).bytes
    throw error
  }
}

const mark = (i: number): Stamp => ({
  ...BOX,
  y: 0.1 + 0.2 * i,
  kind: 'signature',
  ink: { type: 'drawn', width: 100, height: 50, strokes: [[5, 25, 50, 10, 95, 40]] },
  caption: { name: 'Ada Lovelace', facts: '21 November 2026' },
})
