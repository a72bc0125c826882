import { useState } from 'react'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'

const RulesDialog = lazyPart(() => import('./rules-dialog.tsx'), 'RulesDialog')

/** A season's own rules for protests, among what its admins do with it. */
export function SeasonRules(season: { readonly leagueId: LeagueId; readonly seasonId: TournamentId }) {
  const text = useTexts('protests')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('league.rules')}</Button>
      {isOpen && <RulesDialog {...season} onClose={() => setOpen(false)} />}
    </>
  )
}
