import { systemClock } from '../../../server/clock.ts'
import { createDatabase } from '../../../server/db/database.ts'
import { startDelivery } from '../../../server/delivery/index.ts'
import { engineContext } from '../engine.ts'

/** Runs a delivery engine on the database given as argument, reports the start on stdout, and waits to be killed. */
const db = createDatabase({ url: process.argv[2] ?? '' })
startDelivery(await engineContext(db, systemClock))
process.stdout.write('ready\n')
