import { useTexts } from '#web/kit/texts.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import type { Winner } from '../../contract/standings.ts'

const NAMED = 2

/** Who won a round, as of a double header both: by name, of more how many. */
export function WonBy({ winners }: { readonly winners: readonly Winner[] }) {
  const text = useTexts('tournaments-page')
  const [first] = winners
  if (!first) return null
  const shorts = winners.slice(0, NAMED).map(({ name }) => name?.trim().split(/\s+/).at(-1) ?? text('standings.noName'))
  const others = winners.length - shorts.length
  return (
    <>
      <span className="unseen">{text('strip.winner')} </span>
      <Flag country={first.country} plain size="small" />{' '}
      {others === 0 ? shorts.join(' · ') : text('strip.winners', { first: shorts[0]!, count: winners.length - 1 })}
    </>
  )
}
