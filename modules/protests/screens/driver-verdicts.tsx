import type { UserId } from '#core/ids.ts'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Decision } from './league/decision.tsx'
import { LeagueReports } from './league/league-reports.tsx'
import { More } from './league/more.tsx'
import { usePages } from './league/use-pages.ts'
import css from './protests.module.css'

/** A driver's protests on the profile: their own with how each stands, of others what was decided where the reader may read it. */
export function DriverVerdicts({ id }: { readonly id: UserId }) {
  const text = useTexts('protests')
  const me = useMe()
  const isOwn = me?.id === id
  return (
    <Section title={text('driver.title')} aside={<span className={css.quiet}>{text(isOwn ? 'driver.own' : 'driver.words')}</span>}>
      {isOwn ? <LeagueReports userId={id} /> : <Decided id={id} isSignedIn={me !== null} />}
    </Section>
  )
}

function Decided({ id, isSignedIn }: { readonly id: UserId; readonly isSignedIn: boolean }) {
  const text = useTexts('protests')
  const pages = usePages(isSignedIn ? calls.driverDecisions : calls.publicDriverDecisions, { userId: id }, ({ decisions }) => decisions)
  if (!pages.reply) return <Skeleton rows={4} height={72} />
  if (pages.rows.length === 0) return <EmptyState heading="h3" title={text('driver.none')} />
  return (
    <>
      <ol className={css.decisions}>
        {pages.rows.map((one) => (
          <li key={one.id}>
            <Decision decision={one} withCase={one.mayOpen} leagueName={one.leagueName} />
          </li>
        ))}
      </ol>
      <More of={pages} />
    </>
  )
}
