import { useTexts } from '#web/kit/texts.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import type { Winner } from './winners.ts'

/** Who won a round: the first of them by name, of more how many. */
export function WonBy({ winners }: { readonly winners: readonly Winner[] }) {
  const text = useTexts('tournaments-page')
  const [first, ...others] = winners
  if (!first) return null
  const name = first.name ?? text('standings.noName')
  const short = name.trim().split(/\s+/).at(-1) ?? name
  return (
    <>
      <span className="unseen">{text('strip.winner')} </span>
      <Flag country={first.country} plain size="small" />{' '}
      {others.length === 0 ? short : text('strip.winners', { first: short, count: others.length })}
    </>
  )
}
