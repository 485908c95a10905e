/** What a logger has; `console` and pino are such. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type Logger = Record<LogLevel, (message: string) => void>

/** One attempt of a call, before it is sent. */
export interface AttemptRequest {
  method: string
  url: string
  /** Without the API key. Changes are sent. */
  headers: Headers
  /** 1 for the first. */
  attempt: number
}

/** The same with what came back. */
export interface AttemptResponse extends AttemptRequest {
  status: number
  responseHeaders: Headers
  /** From sending to the headers of the response, in milliseconds. */
  duration: number
}

export interface Observers {
  /** Called before each attempt. What it throws, the call throws. */
  onRequest?: (request: AttemptRequest) => void | Promise<void>
  /** Called with each response, also those that are tried again. What it throws, the call throws. */
  onResponse?: (response: AttemptResponse) => void | Promise<void>
  /**
   * Gets one line for each attempt (`debug`), each retry and attempt that failed for good (`info`): method, address, status,
   * duration; and for each warning of an answer (`warn`). Never the key, a header or a body. Default: `console`.
   */
  logger?: Logger
  /** The least level that is logged. Default: `COUNTERSIGN_LOG`, else `info` for a `logger` of yours and `warn` for the console. */
  logLevel?: LogLevel | 'off'
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const CHOICES = [...LEVELS, 'off'] as const

export type Log = (level: LogLevel, message: string) => void

export function logOf({ logger, logLevel = logger ? 'info' : 'warn' }: Observers): Log {
  const from = CHOICES.indexOf(logLevel)
  const to = logger ?? console
  return (level, message) => {
    if (LEVELS.indexOf(level) >= from) to[level](logger ? message : `countersign: ${message}`)
  }
}

/**
 * The level that the environment names, if any.
 * @throws TypeError for one that does not exist
 */
export function checkedLevel(text: string | undefined): LogLevel | 'off' | undefined {
  const level = CHOICES.find((choice) => choice === text)
  if (text && !level)
    throw new TypeError(`COUNTERSIGN_LOG must be one of ${CHOICES.join(', ')}, not ${JSON.stringify(text)}`)
  return level
}
