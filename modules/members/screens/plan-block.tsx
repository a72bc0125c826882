import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FEATURES } from '#modules/billing/rules.ts'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import type { LimitsView } from '../contract.ts'
import css from './members.module.css'

/** The community's plan, what it allows and how much of it is used. */
export function PlanBlock({ limits }: { readonly limits: LimitsView }) {
  const text = useTexts('members')
  const format = useFormat()
  const { plan, permissions, usage } = limits
  return (
    <div className={css.stack}>
      <p>
        <b>{text(`plan.${plan.productId}`)}</b> {plan.endDate && text('plan.until', { date: format.date(plan.endDate, 'dateYear') })}
      </p>
      <dl className={css.usage}>
        <Use label={text('plan.admins')} used={usage.admins} most={permissions.ADMINS} />
        <Use label={text('plan.events')} used={usage.currentWeekSessionCount} most={permissions.EVENTS_PER_WEEK} />
        <Use
          label={text('plan.minutes')}
          used={usage.currentMonthSessionDurationSum}
          most={permissions.EVENT_DURATION_SUM_PER_MONTH}
          show={format.minutes}
        />
        <Fact label={text('plan.grid')} value={text('plan.gridRange', { min: permissions.MIN_GRID_SIZE, max: permissions.MAX_GRID_SIZE })} />
        <Fact label={text('plan.duration')} value={format.minutes(permissions.EVENT_DURATION)} />
      </dl>
      <Chips>
        {FEATURES.map((feature) => (
          <Chip key={feature} tone={permissions.features.includes(feature) ? 'good' : 'quiet'}>
            {`${permissions.features.includes(feature) ? '✓' : '–'} ${text(`feature.${feature}`)}`}
            <span className="unseen"> {text(permissions.features.includes(feature) ? 'plan.on' : 'plan.off')}</span>
          </Chip>
        ))}
      </Chips>
    </div>
  )
}

const Fact = (props: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{props.label}</dt>
    <dd>{props.value}</dd>
  </div>
)

function Use(props: { readonly label: string; readonly used: number; readonly most: number | null; readonly show?: (value: number) => string }) {
  const text = useTexts('members')
  const { label, used, most, show = String } = props
  return (
    <div data-full={(most !== null && used >= most) || undefined}>
      <dt>{label}</dt>
      <dd>
        {most === null ? text('plan.unlimited', { used: show(used) }) : text('plan.of', { used: show(used), most: show(most) })}
        {most !== null && <meter min={0} max={most} value={Math.min(used, most)} aria-label={label} />}
      </dd>
    </div>
  )
}
