import type { LeagueId } from '#core/ids.ts'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { TAGS } from '#web/kit/time/date-forms.ts'
import { FactsRow } from '#web/ui/data/facts-row.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import css from '../protests.module.css'

/** How many protests a community had, and what became of them. */
export function Numbers({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('protests')
  const locale = useLocale()
  const found = useAsk(calls.statistics, { leagueId }).data
  if (!found) return <Skeleton rows={5} height={48} />
  const months = new Intl.DateTimeFormat(TAGS[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const most = Math.max(1, ...found.categories.map(({ count }) => count))
  return (
    <div className={css.tab}>
      <FactsRow
        facts={[
          { label: text('numbers.total'), value: found.total },
          { label: text('numbers.open'), value: found.open },
          { label: text('numbers.accepted'), value: found.accepted },
          { label: text('numbers.rejected'), value: found.rejected },
          { label: text('numbers.appeals'), value: `${found.appeals} (${found.appealsAccepted} ${text('numbers.turned')})` },
          {
            label: text('numbers.median'),
            value: found.medianHours === null ? '–' : text('numbers.hours', { hours: found.medianHours < 1 ? '< 1' : Math.round(found.medianHours) }),
          },
        ]}
      />
      <div className={css.beside}>
        <Section title={text('numbers.categories')}>
          <ul className={css.bars}>
            {found.categories.map(({ category, count, accepted }) => (
              <li key={category} style={{ ['--share' as string]: `${(100 * count) / most}%` }}>
                {text(`category.${category}`)} <span>{text('numbers.share', { count, accepted })}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={text('numbers.penalties')}>
          <ul className={css.bars}>
            {found.penalties.map(({ kind, count }) => (
              <li key={kind}>
                {text(`penalty.${kind}`)} <span>{count}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={text('numbers.months')}>
          <ul className={css.bars}>
            {found.months.map(({ month, count, accepted }) => (
              <li key={month}>
                {months.format(new Date(`${month}-01T00:00:00Z`))} <span>{text('numbers.share', { count, accepted })}</span>
              </li>
            ))}
          </ul>
        </Section>
        {found.stewards.length > 0 && (
          <Section title={text('numbers.stewards')}>
            <ul className={css.bars}>
              {found.stewards.map(({ id, name, votes, withMajority }) => (
                <li key={id}>
                  {name ?? text('table.gone')} <span>{text('numbers.votes', { votes, alike: withMajority })}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </div>
  )
}
