import type pg from 'pg'
import { broken } from '../prepared.ts'
import { streamOf } from '../silence.ts'

/** One read outside of any transaction. */
type Ask = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>
type Connections = {
  readonly connect: () => Promise<pg.PoolClient>
  /** Whether one is free, or there may be one more. */
  readonly hasRoom: () => boolean
}

const asks = new WeakMap<object, Ask>()
/** How reads of a database go out together; `undefined` of a transaction, which has a connection of its own. */
export const togetherOn = (db: object): Ask | undefined => asks.get(db)
export const readTogether = (db: object, connections: Connections): void => void asks.set(db, together(connections))

/** A connection on which several reads are under way, one behind the other. */
type Line = { readonly client: pg.PoolClient; underWay: number; isHeld: boolean }

/** So many reads wait on a line before another is opened. More lines than these one process does not keep busy: they would only part what goes out together. */
const FEW = 4
const MOST_LINES = 2

/**
 * Reads of a moment that hundreds of requests send at once. A read alone takes a connection from the pool and costs both sides a packet; these
 * share few connections and go out together, each an answer of its own: what one of them is refused harms no other. The same read, asked
 * again before it has gone out, goes out once. For reads by a key alone: a long one would keep those behind it waiting.
 */
function together({ connect, hasRoom }: Connections): Ask {
  const lines: Line[] = []
  /** What has not gone out yet, by its text and its values. */
  const held = new Map<string, Map<string, Promise<readonly unknown[]>>>()
  let first: Promise<Line> | null = null
  let more: Promise<void> | null = null

  async function open(): Promise<Line> {
    const line: Line = { client: await connect(), underWay: 0, isHeld: false }
    lines.push(line)
    setImmediate(() => giveBack(line))
    return line
  }

  function giveBack(line: Line): void {
    if (line.underWay > 0) return
    const at = lines.indexOf(line)
    if (at < 0) return
    lines.splice(at, 1)
    line.client.release()
  }

  /** Who has none waits for it, all of them for the same one. */
  function anyLine(): Promise<Line> {
    first ??= open().finally(() => {
      first = null
    })
    return first
  }

  /** Nobody waits for it: a connection of many takes its time, and those who come meanwhile go out on the others. Where there is none to be had it stays at those. */
  function oneMore(): void {
    const over = (): void => {
      more = null
    }
    more ??= open().then(over, over)
  }

  function emptiest(): Line | undefined {
    const whole = lines.filter(({ client }) => !broken.has(client))
    return whole.reduce<Line | undefined>((best, line) => (best && best.underWay <= line.underWay ? best : line), undefined)
  }

  /** What is sent at once goes out at the end of this turn of the event loop, in one packet. */
  function holdBack(line: Line): void {
    if (line.isHeld) return
    line.isHeld = true
    const stream = streamOf(line.client)
    stream.cork()
    setImmediate(() => {
      line.isHeld = false
      stream.uncork()
    })
  }

  function leave(line: Line): void {
    line.underWay--
    giveBack(line)
  }

  async function read(text: string, values: readonly unknown[], gone: () => void): Promise<readonly unknown[]> {
    const found = emptiest()
    if (found && found.underWay >= FEW && lines.length < MOST_LINES && hasRoom()) oneMore()
    let line: Line
    try {
      line = found ?? (await anyLine())
    } catch (fault) {
      gone()
      throw fault
    }
    line.underWay++
    try {
      holdBack(line)
      setImmediate(gone)
      return (await line.client.query(text, [...values])).rows
    } finally {
      leave(line)
    }
  }

  return (text, values) => {
    const alike = held.get(text) ?? new Map<string, Promise<readonly unknown[]>>()
    held.set(text, alike)
    const key = keyOf(values)
    const asked = alike.get(key) ?? read(text, values, () => forget(text, key))
    alike.set(key, asked)
    return asked as never
  }

  function forget(text: string, key: string): void {
    const alike = held.get(text)
    alike?.delete(key)
    if (alike?.size === 0) held.delete(text)
  }
}

/** A moment as its number: to write it out takes longer than all the rest of a key. */
const keyOf = (values: readonly unknown[]): string => JSON.stringify(values.map((value) => (value instanceof Date ? value.getTime() : value)))
