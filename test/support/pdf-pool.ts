import { glyphCoverage } from '../../server/pdf/fonts/coverage.ts'
import type { PdfJobs, PdfPool } from '../../server/pdf/pool.ts'
import { createReader, type DocumentReader } from '../../server/pdf/view/reader.ts'

let pool: Promise<PdfPool> | undefined
const started = () => {
  pool ??= import('../../server/pdf/pool.ts').then(({ createPdfPool }) => createPdfPool({ threads: 1 }))
  return pool
}

/**
 * One pool for all servers of a test process, which ends with it, and none when no PDF is used: its worker takes a
 * while to start.
 */
export const sharedPdfPool: PdfPool = {
  of: (owner) => jobsOf(async () => (await started()).of(owner)),
  glyphs: () => glyphCoverage(),
  close: async () => {},
}

let reader: DocumentReader | undefined

/** The same for the process that draws documents. */
export const sharedReader: DocumentReader = {
  run: (...job) => {
    reader ??= createReader()
    return reader.run(...job)
  },
  pictureOf: (key) => reader?.pictureOf(key),
  close: async () => {},
}

function jobsOf(jobs: () => Promise<PdfJobs>): PdfJobs {
  return {
    inspect: async (...args) => (await jobs()).inspect(...args),
    formBoxes: async (...args) => (await jobs()).formBoxes(...args),
    layout: async (...args) => (await jobs()).layout(...args),
    signatures: async (...args) => (await jobs()).signatures(...args),
    decrypt: async (...args) => (await jobs()).decrypt(...args),
    prepare: async (...args) => (await jobs()).prepare(...args),
    measurePrints: async (...args) => (await jobs()).measurePrints(...args),
    renderTemplate: async (...args) => (await jobs()).renderTemplate(...args),
    sign: async (...args) => (await jobs()).sign(...args),
    signTables: async (...args) => (await jobs()).signTables(...args),
    seal: async (...args) => (await jobs()).seal(...args),
    renew: async (...args) => (await jobs()).renew(...args),
    verify: async (...args) => (await jobs()).verify(...args),
    reencodeImage: async (...args) => (await jobs()).reencodeImage(...args),
    picturesAsPdf: async (...args) => (await jobs()).picturesAsPdf(...args),
    charactersThatFit: async (...args) => (await jobs()).charactersThatFit(...args),
    previewTexts: async (...args) => (await jobs()).previewTexts(...args),
    auditTrail: async (...args) => (await jobs()).auditTrail(...args),
    withAuditTrail: async (...args) => (await jobs()).withAuditTrail(...args),
  }
}
