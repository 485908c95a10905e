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
  /** Reads that met a damaged file, by problem (missing | unreadable | altered). */
  fileProblems: Counter<'problem'>
  /** Requests to a time-stamp authority, by its host (or built-in) and outcome (received | failed). */
  timeStamps: Counter<'authority' | 'outcome'>
  /** Lists that a replica could answer: `replica`, or why the primary did (behind | failed | foreign). */
  replicaLists: Counter<'outcome'>
  gauges: Gauges
}

/** What is the same for every process, because it is read from the database with each scrape. */
export interface Gauges {
  /** 1 while the database responds; without it the others have no value. */
  databaseUp: Gauge
  /** Deliveries that are due and not yet attempted; counted up to 10,000. */
  deliveriesDue: Gauge
  /** Seconds that the oldest ready delivery has waited, by the lane of its hook (fast | slow: answers slowly). */
  deliveriesOldestSeconds: Gauge<'lane'>
  /** Documents that everyone has signed and that cannot be sealed. */
  sealsStuck: Gauge
  /** Documents whose files are known to be damaged. */
  documentsDamaged: Gauge
  /** Templates with a PDF that is known to be damaged. */
  templatesDamaged: Gauge
  /** Background tasks, by task and state (due | running | waiting). */
  jobs: Gauge<'task' | 'state'>
  /** Seconds since the oldest due task could have started, by the role of a worker that takes it. */
  jobsOldestSeconds: Gauge<'role'>
  /** Tasks given up in the last seven days. */
  jobsGivenUp: Gauge
  /** Days until the seal certificate expires; negative: since. */
  sealCertificateDays: Gauge
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
    fileProblems: new Counter({
      name: 'countersign_file_problems_total',
      help: 'Reads that met a damaged file',
      labelNames: ['problem'],
      registers,
    }),
    timeStamps: new Counter({
      name: 'countersign_time_stamps_total',
      help: 'Requests to a time-stamp authority',
      labelNames: ['authority', 'outcome'],
      registers,
    }),
    replicaLists: new Counter({
      name: 'countersign_replica_lists_total',
      help: 'Lists, by whether the replica answered or why it did not',
      labelNames: ['outcome'],
      registers,
    }),
    gauges: createGauges(registry),
  }
}

function createGauges(registry: Registry): Gauges {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `countersign_${name}`, help, labelNames, registers: [registry] })
  return {
    databaseUp: gauge('database_up', 'Whether the database responds'),
    deliveriesDue: gauge('deliveries_due', 'Deliveries that are due'),
    deliveriesOldestSeconds: gauge('deliveries_oldest_seconds', 'Age of the oldest delivery that is due', ['lane']),
    sealsStuck: gauge('seals_stuck', 'Documents that cannot be sealed'),
    documentsDamaged: gauge('documents_damaged', 'Documents with damaged files'),
    templatesDamaged: gauge('templates_damaged', 'Templates with damaged files'),
    jobs: gauge('jobs', 'Background tasks that are stored', ['task', 'state']),
    jobsOldestSeconds: gauge('jobs_oldest_seconds', 'Age of the oldest background task that is due', ['role']),
    jobsGivenUp: gauge('jobs_given_up', 'Background tasks given up in the last seven days'),
    sealCertificateDays: gauge('seal_certificate_days', 'Days until the seal certificate expires'),
  }
}

/** Memory, event loop and garbage collection of this process, under their standard names; only where metrics are served. */
export function collectProcessMetrics(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry })
}
