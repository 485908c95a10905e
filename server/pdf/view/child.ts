import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pagePicture } from './picture.ts'
import { readingText } from './text/index.ts'
import type { ViewInput, ViewJob, ViewReply, ViewRequest } from './types.ts'

/**
 * The process that draws and reads documents for people, one job at a time. A process and not a thread: Skia is native
 * code, and whatever a hostile file does to it ends here.
 */

const JOBS: Record<ViewJob, (file: Uint8Array, input: ViewInput) => Promise<Uint8Array | null>> = {
  picture: (file, { page = 1 }) => pagePicture(file, page),
  text: readingText,
}

process.on('message', async ({ job, input }: ViewRequest) => {
  const reply = (message: ViewReply) => process.send?.(message)
  try {
    reply({ made: await JOBS[job](readFile(input), input) })
  } catch (error) {
    reply({ failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  }
})
// The server is gone: nobody waits for a reply.
process.on('disconnect', () => process.exit())

/** A plain array of bytes: pdf.js refuses a Buffer. */
function readFile({ parts, sha256 }: ViewInput): Uint8Array {
  const file = new Uint8Array(
    Buffer.concat(parts.map((part) => ('bytes' in part ? part.bytes : readFileSync(part.path)))),
  )
  if (createHash('sha256').update(file).digest('hex') !== sha256) throw new Error('The stored bytes have changed')
  return file
}
