import { PLATFORMS } from '#games/facts/platform.ts'
import { wayToLink } from '#modules/accounts/rules.ts'
import { useMe } from '#web/kit/me.ts'
import { useReturnTo } from '#web/kit/login/return-to.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import type { EntryList } from '../contract.ts'
import css from './entries.module.css'

/**
 * Says that the viewer has not linked the account the game knows its drivers by, what follows from it, and where to link it, unless that `isHere`,
 * right below.
 */
export function AccountAlert({ account, isHere }: { readonly account: EntryList['account']; readonly isHere?: boolean }) {
  const text = useTexts('entries')
  const me = useMe()
  const returnTo = useReturnTo()
  if (!account?.alert || !me) return null
  const { provider, needed, alert } = account
  return (
    <div role="alert" className={css.alert}>
      <p>{text(needed ? `alert.${alert}` : 'alert.useful', { platform: PLATFORMS[provider] })}</p>
      {!isHere && (
        <ButtonLink size="small" to={wayToLink(provider, me.proofs, returnTo)} {...(me.proofs.includes(provider) ? { target: '_self' } : {})}>
          {text('alert.link', { platform: PLATFORMS[provider] })}
        </ButtonLink>
      )}
    </div>
  )
}
