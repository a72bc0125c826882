/** The connection is gone, or was never made; whatever was under way on it is lost, and its outcome unknown where it was a COMMIT. */
export function isConnectionLost(fault: unknown): boolean {
  const { code, message } = (fault ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return LOST_CODE.test(String(code ?? '')) || LOST_MESSAGE.test(String(message ?? ''))
}

/** The database, or the disk beside it, cannot serve just now, through no fault of whoever asked: to be answered UNAVAILABLE, never as a fault of ours. */
export const isUnavailable = (fault: unknown): boolean =>
  isConnectionLost(fault) || NOT_NOW_CODE.test(String((fault as { readonly code?: unknown } | null)?.code ?? ''))

/** Connection exceptions, the server's going down and its time-outs in a transaction, and what a socket says. */
const LOST_CODE = /^(08\w{3}|57P0[1-5]|25P0[34]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** The driver's own faults carry no code. */
const LOST_MESSAGE =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/
/**
 * Out of connections, memory or disk; a disk that fails; a statement that took too long; a server that only reads since its failover. And what
 * a file of ours says where there is no room for it.
 */
const NOT_NOW_CODE = /^(53\w{3}|58\w{3}|57014|25006|ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/
