import { withoutRoom } from './full-disk.ts'
import { BOTH, NOTHING_WRONG, wait, type Fault, type FaultContext } from './fault.ts'
import { reached } from './reached.ts'
import { until } from '../stage.ts'

const BACK_MS = 60_000
const OTHERS = `backend_type = 'client backend' and pid <> pg_backend_pid()`

/** What happens to PostgreSQL, its disk, and the wire to it. */
export const databaseFaults: readonly Fault[] = [
  {
    name: 'some backends terminated',
    what: 'pg_terminate_backend of every second connection, three times, a second apart',
    forMs: [3000, 3000],
    isShort: true,
    act: async ({ stage: { postgres } }) => {
      for (let times = 0; times < 3; times++) {
        await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS} and random() < 0.5`)
        await wait(1000)
      }
      return NOTHING_WRONG
    },
  },
  {
    name: 'all backends terminated',
    what: 'pg_terminate_backend of every connection, those for notices and jobs included',
    forMs: [1000, 1000],
    act: async ({ stage: { postgres }, forMs }) => {
      await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS}`)
      await wait(forMs)
      return NOTHING_WRONG
    },
  },
  { ...ended('SIGINT'), name: 'PostgreSQL stopped, fast', what: 'SIGINT to the postmaster: connections are ended, then it ends' },
  {
    ...ended('SIGQUIT'),
    name: 'PostgreSQL stopped, at once',
    what: 'SIGQUIT to the postmaster: it ends without a checkpoint and recovers at the next start',
  },
  { ...ended('SIGKILL'), name: 'PostgreSQL killed', what: 'SIGKILL to the postmaster, as a power cut would', isShort: true },
  {
    name: 'the database stands still',
    what: 'SIGSTOP to all of PostgreSQL’s processes: connections stay open and nothing answers, as with a disk that hangs',
    forMs: [4000, 8000],
    act: async ({ stage: { postgres }, forMs, withoutDatabase }) => {
      postgres.signalAll('SIGSTOP')
      await withoutDatabase(BOTH, () => wait(forMs))
      postgres.signalAll('SIGCONT')
      return NOTHING_WRONG
    },
  },
  {
    name: 'the writers of the database stand still',
    what: 'SIGSTOP to checkpointer, background writer and WAL writer and a quarter second of every second to all others: a slow disk',
    forMs: [6000, 10_000],
    act: async ({ stage: { postgres }, forMs }) => {
      const endsAt = performance.now() + forMs
      while (performance.now() < endsAt) {
        postgres.signalAll('SIGSTOP')
        await wait(250)
        postgres.signalAll('SIGCONT')
        await wait(750)
      }
      return NOTHING_WRONG
    },
  },
  {
    name: 'the wire to the database is cut',
    what: 'connections of web and worker end and new ones are refused; the other process reaches the database',
    forMs: [3000, 8000],
    isShort: true,
    act: onTheWire('cut'),
  },
  {
    name: 'the wire to the database stalls',
    what: 'nothing comes through any more, and no connection ends: what a broken network does',
    forMs: [4000, 10_000],
    act: onTheWire('stall'),
  },
  {
    name: 'the disk is full',
    what: 'not a byte left for the database and for files',
    forMs: [4000, 8000],
    act: withoutRoom,
  },
]

/** PostgreSQL ends; whoever started it starts it again. */
function ended(signal: NodeJS.Signals): Pick<Fault, 'forMs' | 'act'> {
  return {
    forMs: [0, 0],
    act: async ({ stage: { postgres } }) => {
      const before = postgres.pid()
      postgres.signal(signal)
      await until(() => postgres.pid() !== before, BACK_MS)
      return reached(postgres)
    },
  }
}

function onTheWire(way: 'cut' | 'stall'): Fault['act'] {
  return async ({ stage: { wire }, forMs, withoutDatabase }: FaultContext) => {
    wire.set(way)
    await withoutDatabase(['web'], () => wait(forMs))
    wire.set('pass')
    return NOTHING_WRONG
  }
}
