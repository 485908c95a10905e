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
   * Gets one line for each attempt (`debug`), retry (`info`) and attempt that failed for good (`warn`): method, address,
   * status, duration. Never the key, a header or a body. Default: none.
   */
  logger?: Logger
  /** The least level that is logged. Default `info`. */
  logLevel?: LogLevel
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

export type Log = (level: LogLevel, message: string) => void

export function logOf({ logger, logLevel = 'info' }: Observers): Log {
  return (level, message) => {
    if (logger && LEVELS.indexOf(level) >= LEVELS.indexOf(logLevel)) logger[level](message)
  }
}
