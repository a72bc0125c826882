import type { ReplyOf } from '#core/contract.ts'
import type { leaguesContract } from '#modules/leagues/contract.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Moment } from '#web/ui/data/moment.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import css from './home.module.css'

type League = ReplyOf<typeof leaguesContract.publicLeagues>['leagues'][number]

export function Communities({ leagues }: { readonly leagues: readonly League[] }) {
  const text = useTexts('web')
  if (leagues.length === 0) {
    return (
      <EmptyState title={text('home.noLeagues')} action={<ButtonLink to="/communities/new">{text('home.found')}</ButtonLink>}>
        {text('home.noLeaguesWords')}
      </EmptyState>
    )
  }
  return (
    <CardList>
      {leagues.map((league) => (
        <div key={league.id} className={css.league}>
          <Avatar name={league.name} url={league.logoUrl} size={38} square />
          <span className={css.what}>
            <b>{league.name}</b>
            <span className={css.small}>
              {[text('home.members', { count: league.members }), league.games.map(gameShort).join(', ')].filter(Boolean).join(' · ')}
              {league.usualStart !== null && (
                <>
                  {' · '}
                  <Moment at={league.usualStart} form="weekdayTime" zone />
                </>
              )}
            </span>
          </span>
          <ButtonLink to={`/communities/${league.id}`} aria-label={text('home.openLeague', { name: league.name })}>
            {text('home.open')}
          </ButtonLink>
        </div>
      ))}
    </CardList>
  )
}
