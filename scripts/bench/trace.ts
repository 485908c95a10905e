interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Of the thread's own clock: what other processes take does not count. */
  tdur?: number
}

/** The tasks of a thread, by Chromium's version and the categories traced; the first that a trace has contains the others. */
const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask']

/**
 * Milliseconds of work of the thread that makes the marks, for each frame with the mark `counted`. A frame is one task,
 * with its mark inside: it belongs, with the smaller tasks before it, to the time since the mark before.
 */
export function taskTimes(trace: Buffer, { every, counted }: { every: string; counted: string }): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const isMark = ({ name, ph }: TraceEvent) => (name === every || name === counted) && ph !== 'M'
  const marks = traceEvents.filter(isMark).sort((a, b) => a.ts - b.ts)
  const [first] = marks
  if (!first) throw new Error(`the trace has no mark ${every} or ${counted}`)
  const ofThread = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && pid === first.pid && tid === first.tid)
  const named = TASKS.map((task) => ofThread.filter(({ name }) => name === task))
  const tasks = named.find(({ length }) => length > 0)
  if (!tasks) throw new Error('the trace has no tasks')
  return marks.flatMap(({ name, ts }, at) => {
    const since = marks[at - 1]?.ts
    if (name !== counted || since === undefined) return []
    const within = tasks.filter((task) => task.ts >= since && task.ts < ts)
    return within.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0) / 1000
  })
}
