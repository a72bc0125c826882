import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Provisional } from '#web/ui/mark/provisional.tsx'
import type { RoundView, TournamentView } from '../../contract/shapes.ts'
import css from '../standings.module.css'
import { isProvisional } from '../words.ts'

/** Of an instant in ISO form as far as it is shown. */
const MINUTE = 'YYYY-MM-DDThh:mm'.length

/** Whose results may still change, and until when. */
export function ProvisionalRounds({ season }: { readonly season: TournamentView }) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  // what is open until the same moment is said once
  const together = [...Map.groupBy(season.sessions.filter(isProvisional), ({ confirmation }) => confirmation?.until.slice(0, MINUTE)).values()]
  return (
    <ul className={css.provisionalRounds} aria-label={text('standings.provisionalRounds')}>
      {together.map((rounds) => {
        const [{ sessionId, no, trackName, confirmation }] = rounds as [RoundView]
        return (
          <li key={sessionId}>
            {rounds.length > 1
              ? words('rounds', { list: rounds.map((round) => round.no).join(', ') })
              : `${text('standings.round', { no })}, ${trackName}`}{' '}
            <Provisional said={confirmation} />
          </li>
        )
      })}
      <li>
        <Link to="#protests">{words('protests.see')}</Link>
      </li>
    </ul>
  )
}
