/** What is mutated together, and the tests that have to notice. */
export interface Group {
  files: string[]
  tests: string[]
  /** Also texts: schedules of the crontab, conditions of SQL, members of lists. */
  texts?: boolean
  /** Its tests keep nothing: all faults are tried in one process. */
  inProcess?: boolean
}

export const GROUPS: Record<string, Group> = {
  verify: {
    files: ['sdk/src/verify/path.ts', 'sdk/src/verify/audit.ts', 'sdk/src/verify/revisions.ts'],
    tests: ['test/pdf/path.test.ts', 'test/pdf/audit-events.test.ts', 'test/pdf/verify.test.ts'],
    inProcess: true,
  },
  filters: {
    files: ['server/pdf/filters.ts', 'sdk/src/verify/pdf-filters.ts'],
    tests: ['test/pdf/filters.test.ts', 'test/pdf/document.test.ts'],
    inProcess: true,
  },
  retention: {
    files: ['server/domain/documents/retention.ts', 'server/domain/documents/collect-orphans.ts'],
    tests: ['test/reliability/clean-up.test.ts', 'test/api/send-again.erased.test.ts'],
    texts: true,
  },
  crontab: { files: ['server/jobs/task-list.ts'], tests: ['test/reliability/jobs.test.ts'], texts: true },
  states: {
    files: ['server/domain/signers/states.ts'],
    tests: [
      'test/api/state-machine.test.ts',
      'test/flows/state-machine.test.ts',
      'test/flows/endings.test.ts',
      'test/flows/review.test.ts',
      'test/flows/files.test.ts',
      'test/flows/seal-problems.test.ts',
    ],
    texts: true,
  },
  idempotency: {
    files: ['server/http/idempotency.ts', 'server/domain/records/calls/idempotency.ts'],
    tests: ['test/api/idempotency-key.test.ts', 'test/flows/files.test.ts'],
  },
  'webhook-signatures': {
    files: ['server/domain/hooks/sign.ts', 'sdk/src/webhooks.ts'],
    tests: ['test/sdk/webhooks.test.ts'],
    inProcess: true,
  },
}
