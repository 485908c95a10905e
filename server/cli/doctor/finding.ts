/** What one check found. */
export interface Finding {
  status: 'ok' | 'warning' | 'failed'
  subject: string
  detail: string
}

/** The problem as a failed finding, or else that the subject is good. */
export function found(subject: string, problem: string | null, good: string): Finding {
  return problem === null ? { status: 'ok', subject, detail: good } : { status: 'failed', subject, detail: problem }
}
