import { continueRecovery } from '../domain/hooks/recover.ts'
import type { JobHandler } from './handler.ts'

export const recoverHookTask: JobHandler<'recover-hook'> = continueRecovery
