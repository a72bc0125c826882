import { randomUUID } from 'node:crypto'
import { pino, symbols, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

const DELAY_MS = 200
const BLOCK = 32_768
const MOST_SIGNS = 8000
const DEEPEST = 3
const CUT = '[cut]'

/** Lines of JSON; what could be a secret is cut out wherever it stands. */
export const logger = (config: Pick<Config, 'logLevel'>, to: DestinationStream = output()): Logger =>
  pino(
    {
      level: config.logLevel,
      serializers: { err: faultOf, error: faultOf },
      redact: {
        paths: ['password', '*.password', '*.*.password', 'req.headers.cookie', 'req.headers.authorization', '*.token', 'otp', '*.otp'],
        censor: CUT,
      },
    },
    to,
  )

type LoggedFault = { readonly type: string; readonly code?: string; readonly message: string; readonly stack?: string; readonly cause?: LoggedFault }

/**
 * What a log is told of a fault. Never the fault itself: libraries hang whole connections on theirs, with passwords and the key that cancels
 * other people's statements, and rows of the database in their details.
 */
export function faultOf(fault: unknown, depth = 0): LoggedFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: withoutSecrets(typeof fault === 'string' ? fault : 'not an error') }
  const { code, cause } = fault as { code?: unknown; cause?: unknown }
  return {
    type: fault.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: withoutSecrets(fault.message),
    ...(fault.stack ? { stack: withoutSecrets(fault.stack) } : {}),
    ...(cause !== undefined && depth < DEEPEST ? { cause: faultOf(cause, depth + 1) } : {}),
  }
}

/** A secret in an address (`postgres://user:secret@host`), in a setting (`password=…`) or in a header. */
const withoutSecrets = (text: string): string =>
  text
    .slice(0, MOST_SIGNS)
    .replaceAll(/(:\/\/[^\s/:@]*:)[^\s@]+@/g, `$1${CUT}@`)
    .replaceAll(/((?:password|secret|secretkey|token|otp|api_?key)["']?\s*[=:]\s*["']?)[^\s"',;&]+/gi, `$1${CUT}`)
    .replaceAll(/(Bearer\s+)[\w.-]+/gi, `$1${CUT}`)

/**
 * Says `told` of one request after another. Such lines differ in four places only, so pino writes the first, and the others are that one
 * with its places filled in: a line of its own costs pino as much as all else of a cached answer (docs/decisions/0083).
 */
export function lines(log: Logger, told: Readonly<Record<string, string | number>>): (requestId: string, method: string, ms: number) => void {
  const to = log as unknown as { readonly [symbols.streamSym]: DestinationStream }
  let first = ''
  const own = Object.assign(log.child(told), { [symbols.streamSym]: { write: (line: string) => void (first = line) } })
  own.info({ requestId: PLACE, method: PLACE, ms: PLACE })
  if (first === '') return () => undefined
  const [untilTime, untilId, untilMethod, untilMs, end] = first.split(PLACES)
  return (requestId, method, ms) =>
    to[symbols.streamSym].write(`${untilTime}${Date.now()}${untilId}"${requestId}"${untilMethod}"${method}"${untilMs}${Math.round(ms)}${end}`)
}

const PLACE = randomUUID()
const PLACES = new RegExp(String.raw`(?<="time":)\d+|"${PLACE}"`)

/** Lines go out in blocks, a moment later at most, and with the process's end. No write waits for a disk. */
function output(): DestinationStream {
  let held = ''
  const flush = (): void => {
    if (held !== '') process.stdout.write(held)
    held = ''
  }
  setInterval(flush, DELAY_MS).unref()
  process.on('exit', flush)
  return {
    write: (line) => {
      held += line
      if (held.length >= BLOCK) flush()
    },
  }
}
