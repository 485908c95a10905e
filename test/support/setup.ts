import { setDefaultResultOrder } from 'node:dns'
import { afterAll } from 'vitest'
import { closeSharedPdfPool } from './pdf-pool.ts'

// `localhost` in a test means the 127.0.0.1 that its receivers listen on.
setDefaultResultOrder('ipv4first')

afterAll(closeSharedPdfPool)
