import type { FastifyReply } from 'fastify'

/** Told when the caller goes away before the answer is out. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const leave = new AbortController()
  if (raw.destroyed) leave.abort()
  raw.once('close', () => void (raw.writableFinished || leave.abort()))
  return leave.signal
}
