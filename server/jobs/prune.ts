import { pruneUploads } from '../domain/bulk/prune.ts'
import { pruneCallbacks } from '../domain/deliveries/prune.ts'
import { pruneStarts } from '../domain/direct/prune.ts'
import { collectOrphans } from '../domain/documents/collect-orphans.ts'
import { deleteRetired } from '../domain/documents/retention.ts'
import { pruneDrafts } from '../domain/drafts/prune.ts'
import { pruneEvents } from '../domain/events/prune.ts'
import { forgetUndeliveredCopies } from '../domain/messages/undelivered-copies.ts'
import { prunePeople } from '../domain/people/prune.ts'
import { pruneApiLog, pruneRequests } from '../domain/records/calls/prune.ts'
import { endSandboxes } from '../domain/sandboxes/erase.ts'
import { pruneSessions } from '../domain/signers/embedding/prune.ts'
import { pruneCodes } from '../domain/sms/prune.ts'
import { pruneWorkers } from '../domain/workers/prune.ts'
import { inParts } from './handler.ts'

/** What the hourly task does, in this order. */
export const PRUNE_PARTS = [
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
]

export const pruneTask = inParts('prune', PRUNE_PARTS)
