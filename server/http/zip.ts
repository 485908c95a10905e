import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive, opened when its turn comes. */
export interface ZipEntry {
  /** Folders are divided by `/`. */
  name: string
  open(): Promise<ReadableStream<Uint8Array>> | ReadableStream<Uint8Array>
}

/**
 * A zip archive, made while it is sent: nothing is held in memory whole. What fails to open or to be read ends the stream
 * with its error; a reader that goes away closes the file that is open. Of the packages, client-zip compresses nothing, and
 * fflate writes no archive of 4 GiB and more.
 * @param at the time of all entries
 */
export function zipStream(entries: ZipEntry[], at: Date): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  // Typed as its interface only; it is a PassThrough.
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { name, open } of entries) {
    zip.addReadStreamLazy(name, { mtime: at, compressionLevel: 1 }, (use) => {
      if (output.destroyed) return
      opened(open).then(
        (file) => {
          // yazl only pipes: it neither hears of a failure nor closes a file whose reader has gone away.
          file.once('error', (error) => output.destroy(error))
          if (output.destroyed) file.destroy()
          else closeWith(output, file)
          use(null, file)
        },
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.end()
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}

/** Until it is read: the archive may have many. */
function closeWith(output: Readable, file: Readable): void {
  const close = () => file.destroy()
  output.once('close', close)
  file.once('close', () => output.off('close', close))
}

async function opened(open: ZipEntry['open']): Promise<Readable> {
  return Readable.fromWeb((await open()) as Parameters<typeof Readable.fromWeb>[0])
}

/** What is in memory, as a file of an archive. */
export const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
