import type { LeagueId } from '#core/ids.ts'
import { Terms } from '#modules/leagues/screens/terms.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { leagueCall } from '../community/needs.ts'

/** The terms of the community that whoever drives its season has accepted; nothing where it has none. */
export function SeasonTerms({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('tournaments-rules')
  const tos = useAsk(leagueCall(useMe() !== null), { id: leagueId }).data?.summaryData.tos
  return tos ? (
    <Section title={text('terms')}>
      <Terms tos={tos} />
    </Section>
  ) : null
}
