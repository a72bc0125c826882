import { wait, NOTHING_WRONG, type Fault, type FaultContext } from './fault.ts'
import type { Program } from '#testing/program.ts'
import type { Stage } from '../stage.ts'

/** What happens to the platform's own processes. */
export const processFaults: readonly Fault[] = [
  {
    ...killed(({ all }) => all.program),
    name: 'the platform is killed',
    what: 'SIGKILL to the process that runs the database, which goes on; started again',
    away: ['all'],
    isShort: true,
  },
  { ...killed(({ web }) => web.program), name: 'a web process is killed', what: 'SIGKILL, started again', away: ['web'] },
  { ...killed(({ worker }) => worker), name: 'a worker is killed', what: 'SIGKILL in the middle of its jobs, started again' },
  { ...killed(({ host }) => host), name: 'the race host is killed', what: 'SIGKILL; game servers run on; started again' },
  {
    name: 'the power is cut',
    what: 'SIGKILL to the platform and to PostgreSQL at once; started again',
    forMs: [500, 2000],
    away: ['all'],
    act: async ({ stage: { all, postgres }, forMs }) => {
      const gone = all.program.end('SIGKILL')
      postgres.signal('SIGKILL')
      await gone
      await wait(forMs)
      await all.program.start()
      return NOTHING_WRONG
    },
  },
  {
    name: 'the platform is replaced',
    what: 'SIGTERM to a web process under traffic, as a release does: requests under way are answered; started again',
    forMs: [200, 500],
    away: ['web'],
    act: async ({ stage: { web }, forMs }) => {
      await web.program.end('SIGTERM')
      const { code } = web.program.exits().at(-1)!
      await wait(forMs)
      await web.program.start()
      return code === 0 ? NOTHING_WRONG : [`web ended with ${code} after SIGTERM: ${web.program.tail().slice(-300)}`]
    },
  },
  {
    ...paused(({ web }) => web.program),
    name: 'a web process is paused',
    what: 'SIGSTOP for seconds: a machine that swaps, a container that moves',
    away: ['web'],
  },
  { ...paused(({ worker }) => worker), name: 'a worker is paused', what: 'SIGSTOP for seconds' },
  { ...paused(({ host }) => host), name: 'the race host is paused', what: 'SIGSTOP for seconds' },
]

function killed(of: (stage: Stage) => Program): Pick<Fault, 'forMs' | 'act'> {
  return {
    forMs: [0, 1500],
    act: async ({ stage, forMs }: FaultContext) => {
      await of(stage).end('SIGKILL')
      await wait(forMs)
      await of(stage).start()
      return NOTHING_WRONG
    },
  }
}

function paused(of: (stage: Stage) => Program): Pick<Fault, 'forMs' | 'act'> {
  return {
    forMs: [3000, 6000],
    act: async ({ stage, forMs }: FaultContext) => {
      of(stage).signal('SIGSTOP')
      await wait(forMs)
      of(stage).signal('SIGCONT')
      return NOTHING_WRONG
    },
  }
}
