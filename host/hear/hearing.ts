import type { Launch, PhaseSignal, SegmentType, ServerOrder } from '#games/game.ts'
import { askStatus, type Asking, type StatusReport } from './ask.ts'
import type { ServerState } from '#host/disk.ts'
import { advance } from './follow.ts'
import type { Playable } from '#host/prepare.ts'
import { readLines } from './tail.ts'

/** What a server tells by itself and when it is asked. */
export type Hearing = {
  /** Asks it from now on, if it is one of those that must be. */
  readonly ask: () => void
  readonly silence: () => void
  /** What was told since the last time. */
  readonly news: () => Omit<Heard, 'order'> | null
}

/** What is known of a server that is listened to. */
export type Heard = Pick<ServerState, 'order' | 'offset' | 'course' | 'tail' | 'answer'>

type At = {
  /** Where it logs, and what is written of its standard output. */
  readonly log: string
  readonly everyMs: number
  readonly note: (trouble: string) => void
}

const TAIL_LINES = 40
const TAIL_LINE_LENGTH = 180
const UNKNOWN: PhaseSignal = { kind: 'drivers', count: null }

/** The segments as this server plays them. */
export const planOf = (order: ServerOrder, { plays }: Launch): readonly SegmentType[] => plays?.(order) ?? order.segments.map(({ type }) => type)

export function hearing({ server }: Playable, kept: () => Heard, at: At): Hearing {
  const { log, signal, status } = server.launch
  let asking: Asking | null = null

  /** A server that does not answer any more has an unknown number of drivers. */
  function signals(lines: readonly string[], reports: readonly StatusReport[]): readonly PhaseSignal[] {
    const ofLines = status && !status.beside ? [] : lines.map(signal)
    const ofAnswers = reports.flatMap((one) => (one.body === null ? [UNKNOWN] : one.lines.map(status?.beside ?? signal)))
    return [...ofLines, ...ofAnswers].filter((one) => one !== null)
  }

  return {
    ask: () => {
      const port = status && kept().order.ports[status.port]
      if (status && port) asking ??= askStatus(status, { port, everyMs: at.everyMs, before: kept().answer }, at.note)
    },
    silence: () => asking?.end(),
    news: () => {
      const { offset: before, course, tail, answer } = kept()
      const { lines, offset } = readLines(at.log, before, log.from === 'file' ? log.encoding : 'utf-8')
      const reports = asking?.take() ?? []
      if (lines.length === 0 && reports.length === 0 && offset === before) return null
      const answered = reports.flatMap((one) => one.lines)
      const plan = planOf(kept().order, server.launch)
      return {
        offset,
        course: signals(lines, reports).reduce((now, one) => advance(now, one, plan), course),
        tail: [...tail, ...[...lines, ...answered].map((line) => line.slice(0, TAIL_LINE_LENGTH))].slice(-TAIL_LINES),
        answer: reports.length > 0 ? (reports.at(-1)?.body ?? null) : answer,
      }
    },
  }
}
