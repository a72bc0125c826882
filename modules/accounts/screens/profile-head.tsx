import type { ReactNode } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import type { accountsContract } from '#modules/accounts/contract.ts'
import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Hero } from '#web/ui/layout/hero.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { countryName, Flag } from '#web/ui/mark/flag.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import css from './accounts.module.css'

type Profile = ReplyOf<typeof accountsContract.profile>
/** Plans that show: a free one is nothing to say. */
const BADGES = ['PREMIUM', 'SPORT'] as const

/** Who somebody is; `number`: the one they keep from event to event, `badge`: what they have reached, `actions`: what can be done here, `children`: their numbers. */
export function ProfileHead(props: {
  readonly profile: Profile
  readonly isMine: boolean
  readonly number: number
  readonly badge?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  const { profile, isMine } = props
  const text = useTexts('accounts')
  const locale = useLocale()
  const badge = BADGES.find((plan) => plan === profile.subscription.productId)
  return (
    <Hero
      title={
        <span className={css.named}>
          <Avatar name={profile.name ?? ''} size={64} />
          <span>{profile.name}</span>
        </span>
      }
    >
      <div className={css.headLine}>
        <div className={css.facts}>
          <span>
            <span className="unseen">{text('profile.number')} </span>
            <NumberPlate number={props.number} badge={badge === 'SPORT' ? badge : undefined} />
          </span>
          {profile.country && (
            <span className={css.inline}>
              <Flag country={profile.country} plain /> <span suppressHydrationWarning>{countryName(profile.country, locale)}</span>
            </span>
          )}
          {props.badge}
          {badge && <Chip tone="red">{text(`plan.${badge}`)}</Chip>}
          <span>
            {text('profile.since')} <Time at={profile.since} form="dateYear" zone={false} />
          </span>
        </div>
        <div className={css.inline}>
          {props.actions}
          {isMine && <ButtonLink to="/settings">{text('profile.edit')}</ButtonLink>}
        </div>
      </div>
      {props.children}
    </Hero>
  )
}
