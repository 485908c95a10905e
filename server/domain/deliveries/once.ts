import { sql } from 'kysely'

/** The event name of a test delivery: sent on request, attempted once (contract 4.9). */
export const PING = 'ping'

/** On a row of `deliveries`: a ping, also of before the column, or an example. */
export const isOnce = sql<boolean>`(once or event = ${PING})`
