import pg from 'pg'

/** Counts the statements that this process sends to Postgres, BEGIN and COMMIT included. */
export interface StatementCount {
  /** How many `work` sends; nothing else may run meanwhile. */
  of(work: () => Promise<unknown>): Promise<number>
  /** How many were sent until now. */
  sent(): number
  /** Ends the counting. */
  stop(): void
}

export function countStatements(): StatementCount {
  let statements = 0
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    statements++
    return query.apply(this, args)
  } as typeof query
  return {
    async of(work) {
      const before = statements
      await work()
      return statements - before
    },
    sent: () => statements,
    stop() {
      pg.Client.prototype.query = query
    },
  }
}
