import { DATA_MISSING } from './painted.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

const load = self.fetch.bind(self)

/**
 * The worker of pdf.js. Without its data pdf.js paints pages with holes and reports no error, so every failed request is
 * reported from here; pdf.js ignores messages that are not its own.
 */
self.fetch = async (...request: Parameters<typeof fetch>) => {
  try {
    const response = await load(...request)
    if (!response.ok) self.postMessage(DATA_MISSING)
    return response
  } catch (error) {
    self.postMessage(DATA_MISSING)
    throw error
  }
}
