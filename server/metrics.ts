import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted and timed. Labels are patterns and outcomes, never ids: their number must stay small. */
export interface Metrics {
  registry: Registry
  /** Seconds, by method, route pattern and status. */
  httpSeconds: Histogram<'method' | 'route' | 'status'>
  /** Seconds of one webhook attempt, by outcome (success | failure). */
  deliverySeconds: Histogram<'outcome'>
  /** Seconds of one background task, by task (sealing and mail among them) and outcome (done | failed). */
  jobSeconds: Histogram<'task' | 'outcome'>
  /** Seconds until the SMS provider responded, by outcome (accepted, or the reason of `sms_failed`). */
  smsSeconds: Histogram<'outcome'>
  /**
   * Callers refused for want of a valid API key (`key`) or link (`link`), by the state of their network's budget (within
   * | spent). They are counted here only: no row of theirs is stored.
   */
  refusals: Counter<'kind' | 'budget'>
  /** Deliveries that are due and not yet attempted. */
  deliveriesDue: Gauge
  /** Documents that everyone has signed and that cannot be sealed. */
  sealsStuck: Gauge
  /** Reads that met a damaged file, by problem (missing | unreadable | altered). */
  fileProblems: Counter<'problem'>
  /** Documents whose files are known to be damaged. */
  documentsDamaged: Gauge
}

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A separate registry, so that two servers in one process (tests) do not share counters. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'countersign_http_request_seconds',
      help: 'Time to answer, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: FAST,
      registers,
    }),
    deliverySeconds: new Histogram({
      name: 'countersign_delivery_attempt_seconds',
      help: 'Webhook attempts',
      labelNames: ['outcome'],
      buckets: FAST,
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'countersign_job_seconds',
      help: 'Background tasks',
      labelNames: ['task', 'outcome'],
      buckets: FAST,
      registers,
    }),
    smsSeconds: new Histogram({
      name: 'countersign_sms_seconds',
      help: 'Codes handed to the SMS provider',
      labelNames: ['outcome'],
      buckets: FAST,
      registers,
    }),
    refusals: new Counter({
      name: 'countersign_refused_callers_total',
      help: 'Callers without a valid API key or link',
      labelNames: ['kind', 'budget'],
      registers,
    }),
    deliveriesDue: new Gauge({ name: 'countersign_deliveries_due', help: 'Deliveries that are due', registers }),
    sealsStuck: new Gauge({ name: 'countersign_seals_stuck', help: 'Documents that cannot be sealed', registers }),
    fileProblems: new Counter({
      name: 'countersign_file_problems_total',
      help: 'Reads that met a damaged file',
      labelNames: ['problem'],
      registers,
    }),
    documentsDamaged: new Gauge({
      name: 'countersign_documents_damaged',
      help: 'Documents with damaged files',
      registers,
    }),
  }
}

/** Memory, event loop and garbage collection of this process; only where metrics are served. */
export function collectProcessMetrics(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry, prefix: 'countersign_' })
}
