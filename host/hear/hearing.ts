import type { Launch, PhaseSignal, SegmentType, ServerOrder } from '#games/game.ts'
import { askStatus, type Asking, type StatusReport } from './ask.ts'
import type { ServerState } from '#host/disk.ts'
import { advance } from './follow.ts'
import type { Playable } from '#host/prepare.ts'
import { readLines, type Piece } from './tail.ts'
import { heardTiming, NO_TIMING, type Timing } from '#games/timing/timing.ts'

/** What a server tells by itself and when it is asked. */
export type Hearing = {
  /** Asks it from now on, if it is one of those that must be. */
  readonly ask: () => void
  readonly silence: () => void
  /** What was told since the last time. */
  readonly news: () => Omit<Heard, 'order'> | null
  /** What it answered last, where it is asked and still answers. */
  readonly answered: () => string | null
}

/** What is known of a server that is listened to. */
export type Heard = Pick<ServerState, 'order' | 'offset' | 'course' | 'tail' | 'answer' | 'timing'>

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

  const read = (offset: number): Piece => readLines(at.log, offset, log.from === 'file' ? log.encoding : 'utf-8')
  const ofLog = (lines: readonly string[]): readonly PhaseSignal[] =>
    status && !status.beside ? [] : lines.map(signal).filter((one) => one !== null)
  /** A server that does not answer any more has an unknown number of drivers. */
  const ofAnswers = (reports: readonly StatusReport[]): readonly PhaseSignal[] =>
    reports.flatMap((one) => (one.body === null ? [UNKNOWN] : one.lines.map(status?.beside ?? signal))).filter((one) => one !== null)

  const timed = (timing: Timing, line: string): Timing => {
    const said = server.launch.timing?.(line)
    return said ? heardTiming(timing, said) : timing
  }

  return {
    ask: () => {
      const port = status && kept().order.ports[status.port]
      if (status && port) asking ??= askStatus(status, { port, everyMs: at.everyMs, before: kept().answer }, at.note)
    },
    silence: () => asking?.end(),
    answered: () => asking?.last() ?? null,
    news: () => {
      const { order, answer, ...before } = kept()
      let { offset, course, tail, timing = NO_TIMING } = before
      const plan = planOf(order, server.launch)
      const hear = (lines: readonly string[], said: readonly PhaseSignal[]): void => {
        course = said.reduce((now, one) => advance(now, one, plan), course)
        tail = [...tail, ...lines.slice(-TAIL_LINES).map((line) => line.slice(0, TAIL_LINE_LENGTH))].slice(-TAIL_LINES)
      }
      // to its very end: what stands there decides which of the files that are there already are sent
      for (let piece = read(offset); piece.offset !== offset; piece = read(offset)) {
        hear(piece.lines, ofLog(piece.lines))
        timing = piece.lines.reduce(timed, timing)
        ;({ offset } = piece)
      }
      const reports = asking?.take() ?? []
      if (reports.length === 0 && offset === before.offset) return null
      hear(
        reports.flatMap((one) => one.lines),
        ofAnswers(reports),
      )
      return { offset, course, tail, timing, answer: reports.length > 0 ? (reports.at(-1)?.body ?? null) : answer }
    },
  }
}
