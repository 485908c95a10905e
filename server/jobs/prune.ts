import { pruneUploads } from '../domain/bulk/prune.ts'
import { pruneCallbacks } from '../domain/deliveries/prune.ts'
import { pruneStarts } from '../domain/direct/prune.ts'
import { collectOrphans } from '../domain/documents/collect-orphans.ts'
import { deleteRetired } from '../domain/documents/retention.ts'
import { pruneDrafts } from '../domain/drafts/prune.ts'
import { forEach } from '../domain/each.ts'
import { pruneEvents } from '../domain/events/prune.ts'
import { forgetUndeliveredCopies } from '../domain/messages/undelivered-copies.ts'
import { prunePeople } from '../domain/people/prune.ts'
import { pruneApiLog, pruneRequests } from '../domain/records/calls/prune.ts'
import { endSandboxes } from '../domain/sandboxes/erase.ts'
import { pruneSessions } from '../domain/signers/embedding/prune.ts'
import { pruneCodes } from '../domain/sms/prune.ts'
import { pruneWorkers } from '../domain/workers/prune.ts'
import type { JobHandler } from './handler.ts'

export const pruneTask: JobHandler<'prune'> = (ctx) =>
  forEach(
    [
      endSandboxes,
      pruneRequests,
      pruneApiLog,
      pruneCallbacks,
      pruneEvents,
      pruneWorkers,
      pruneSessions,
      pruneCodes,
      prunePeople,
      pruneStarts,
      pruneUploads,
      pruneDrafts,
      forgetUndeliveredCopies,
      deleteRetired,
      collectOrphans,
    ],
    async (part) => {
      await part(ctx)
    },
    (part, error) => ctx.log.warn({ err: error, part: part.name }, 'a part of prune failed'),
  )
