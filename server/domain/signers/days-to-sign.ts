import { z } from 'zod'
import { EXPIRY } from '../../limits.ts'

const DAYS = `Enter a number of days, 1 to ${EXPIRY.maxDays}.`

/** How long each signer has; null: the default. */
export const ExpiresInDays = z.int(DAYS).min(1, DAYS).max(EXPIRY.maxDays, DAYS).nullable()
