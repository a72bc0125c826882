import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import type { MemberView, TournamentView } from '../../contract/shapes.ts'
import { takesEntries } from '../../rules.ts'
import css from '../season.module.css'

/** Why nobody, or the reader, can register for a season that goes on. */
export function WhyNot({ season, own }: { readonly season: TournamentView; readonly own: MemberView | null }) {
  const text = useTexts('seasons')
  const { status, entryRules, leagueId, leagueName } = season
  if (!takesEntries({ status, joinAfterStart: entryRules.joinAfterStart })) return <p className={css.quiet}>{text('register.closed')}</p>
  if (own && !own.isMember)
    return (
      <ButtonLink look="primary" to={`/communities/${leagueId}`}>
        {text('register.member', { name: leagueName })}
      </ButtonLink>
    )
  return null
}
