import { NEXT_RACE } from '#modules/protests/rules/penalty.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { tournamentsContract } from '../../contract.ts'
import type { MemberView, TournamentView } from '../../contract/shapes.ts'
import css from '../season.module.css'

type Props = { readonly season: TournamentView }

/** The classes with their cars and seats, or the cars alone, and how large the field is. */
export function ClassRules({ season }: Props) {
  const text = useTexts('tournaments-rules')
  const field = season.type === 'CHAMPIONSHIP' && <p>{text('field', { count: season.maxEntries })}</p>
  if (season.carClasses.length === 0)
    return (
      <Section title={text('cars')}>
        <p>{season.cars.length > 0 ? season.cars.map(({ name }) => name).join(', ') : text('ownCars')}</p>
        {field}
      </Section>
    )
  return (
    <Section title={text('classes')}>
      <ul>
        {season.carClasses.map(({ id, name, color, carNames, maxClassEntries }) => (
          <li key={id}>
            <ClassDot carClass={id} color={color} /> {name}
            {maxClassEntries !== null && ` · ${text('seats', { count: maxClassEntries })}`} <span className={css.quiet}>{carNames.join(', ')}</span>
          </li>
        ))}
      </ul>
      {field}
    </Section>
  )
}

/** Penalties and protests as the community has set them, or the season by itself. */
export function StewardRules({ season }: { readonly season: TournamentView | MemberView }) {
  const text = useTexts('tournaments-rules')
  const words = useTexts('protests')
  const rules = useAsk('may' in season ? tournamentsContract.seasonRules : tournamentsContract.publicSeasonRules, { id: season.id }).data
  if (!rules) return <Skeleton rows={4} height={32} />
  const { protests, penalties } = rules
  return (
    <>
      {protests.enable_protest_rules && penalties.length > 0 && (
        <Section title={text('penalties')}>
          <p>{text('penaltiesWords')}</p>
          <Chips>
            {penalties.map(({ kind, amounts }) => (
              <Chip key={kind}>
                {words(`penalty.${kind}`)}
                {amounts.length > 0 && ` ${amounts.join(', ')}`}
              </Chip>
            ))}
          </Chips>
          {penalties.some(({ kind }) => NEXT_RACE.includes(kind)) && <p>{text('nextRace')}</p>}
        </Section>
      )}
      <Section title={text('protests')}>
        {protests.enable_protest_rules ? (
          <ul>
            <li>
              {text('opens', { count: protests.start_delay_hrs })} {text('window', { count: protests.duration_days })}
            </li>
            <li>{text('votes', { count: protests.reviewer_count })}</li>
            <li>{protests.allow_appeals ? text('appeals', { count: protests.appeal_duration_hrs }) : text('noAppeals')}</li>
            {protests.enable_rejection_limits && (
              <li>{text('limit', { count: protests.max_rejection_count_per_period, days: protests.max_rejection_count_period_days })}</li>
            )}
            <li>{text('provisional')}</li>
          </ul>
        ) : (
          <p>{text('noProtests')}</p>
        )}
      </Section>
    </>
  )
}
