import { reasonOf } from '../../net/reason.ts'

/** What one check found. */
export interface Finding {
  status: 'ok' | 'warning' | 'failed'
  subject: string
  detail: string
}

/** The problem as a failed finding, or else that the subject is good. */
export function found(subject: string, problem: string | null, good: string): Finding {
  return problem === null ? { status: 'ok', subject, detail: good } : failed(subject, problem)
}

/** One thing that does not work. */
export const failed = (subject: string, detail: string): Finding => ({ status: 'failed', subject, detail })

/** The findings of a check; one that throws has failed, and the others go on. */
export async function tryOut(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [failed(subject, reasonOf(error))]
  }
}
