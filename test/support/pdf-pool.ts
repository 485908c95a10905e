import { createPdfPool, type PdfPool } from '../../server/pdf/pool.ts'

let pool: PdfPool | undefined
const started = () => {
  pool ??= createPdfPool({ threads: 1 })
  return pool
}

/** One pool for all servers of a test file, and none where no PDF is touched: its worker takes a while to start. */
export const sharedPdfPool: PdfPool = {
  inspect: (...args) => started().inspect(...args),
  prepare: (...args) => started().prepare(...args),
  sign: (...args) => started().sign(...args),
  seal: (...args) => started().seal(...args),
  verify: (...args) => started().verify(...args),
  auditTrail: (...args) => started().auditTrail(...args),
  close: async () => {},
}

export async function closeSharedPdfPool(): Promise<void> {
  await pool?.close()
  pool = undefined
}
