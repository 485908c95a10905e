import type { PdfPool } from '../../server/pdf/pool.ts'

let pool: Promise<PdfPool> | undefined
const started = () => {
  pool ??= import('../../server/pdf/pool.ts').then(({ createPdfPool }) => createPdfPool({ threads: 1 }))
  return pool
}

/**
 * One pool for all servers of a test process, which ends with it, and none where no PDF is touched: its worker takes a
 * while to start.
 */
export const sharedPdfPool: PdfPool = {
  inspect: async (...args) => (await started()).inspect(...args),
  prepare: async (...args) => (await started()).prepare(...args),
  sign: async (...args) => (await started()).sign(...args),
  seal: async (...args) => (await started()).seal(...args),
  verify: async (...args) => (await started()).verify(...args),
  reencodeImage: async (...args) => (await started()).reencodeImage(...args),
  auditTrail: async (...args) => (await started()).auditTrail(...args),
  close: async () => {},
}
