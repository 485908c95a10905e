import type { Tx } from '../db/database.ts'

/**
 * What a caller adds to the transaction of a verb, last before its commit: the response that is stored with the change
 * (contract 8).
 */
export type Finish<T> = (tx: Tx, result: T) => Promise<void>
