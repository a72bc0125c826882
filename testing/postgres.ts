import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** The PostgreSQL that belongs to a data folder of the platform, from outside: looked at, stopped, killed, paused. */
export type Postgres = {
  readonly port: () => number
  readonly url: (database?: string) => string
  /** Of its first process; `null` where none runs. */
  readonly pid: () => number | null
  readonly signal: (signal: NodeJS.Signals) => void
  /** To its first process and all its children. */
  readonly signalAll: (signal: NodeJS.Signals) => void
  /** On a connection of its own, which ends with it. */
  readonly query: <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>
}

type Cluster = { readonly port: number; readonly password: string; readonly data: string }

const CONNECT_MS = 5000

export function postgresOf(dataDir: string): Postgres {
  const cluster = (): Cluster => {
    const read = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as Cluster
    return { ...read, data: path.resolve(dataDir, read.data) }
  }
  const pid = (): number | null => {
    if (!existsSync(path.join(dataDir, 'postgres.json'))) return null
    const file = path.join(cluster().data, 'postmaster.pid')
    const found = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    return found > 0 && isRunning(found) ? found : null
  }
  const url = (database = 'postgres'): string => `postgresql://postgres:${cluster().password}@127.0.0.1:${cluster().port}/${database}`
  const send = (to: number, signal: NodeJS.Signals): void => {
    if (isRunning(to)) process.kill(to, signal)
  }
  return {
    port: () => cluster().port,
    url,
    pid,
    signal: (signal) => {
      const first = pid()
      if (first) send(first, signal)
    },
    signalAll: (signal) => {
      const first = pid()
      if (first) for (const one of [first, ...childrenOf(first)]) send(one, signal)
    },
    query: async (sql, values = []) => {
      const client = new pg.Client({
        connectionString: url(),
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: 30_000,
        application_name: 'faults',
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query(sql, [...values])).rows as never
      } finally {
        await client.end().catch(() => undefined)
      }
    },
  }
}

/** Whether a process runs; one that has ended and that nobody has collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const state = statOf(pid)?.state
  return state !== 'Z' && state !== 'X'
}

export const childrenOf = (parent: number): readonly number[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && statOf(pid)?.parent === parent)
    : []

function statOf(pid: number): { readonly state: string; readonly parent: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return { state: fields[0]!, parent: Number(fields[1]) }
  } catch {
    return null
  }
}
