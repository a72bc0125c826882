import { useState } from 'react'
import { returnPath } from '#core/return-path.ts'
import { PLATFORMS, STATED } from '#games/facts/platform.ts'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { wayToLink } from '#modules/accounts/rules.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { OutsideLink } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from './accounts.module.css'

const AccountForm = lazyPart(() => import('./account-form.tsx'), 'AccountForm')

type Provider = keyof typeof PLATFORMS

/** What was answered when the way to a platform failed, from the query string. */
const SAID = [
  'ACCOUNT_ALREADY_LINKED',
  'WRONG_STATE',
  'STEAM_LOGIN_REFUSED',
  'STEAM_LOGIN_DOWN',
  'IRACING_LOGIN_REFUSED',
  'IRACING_LOGIN_DOWN',
  'CROSS_SITE',
] as const

/** Accounts elsewhere that say who drives: the game servers and their results know a driver by them. `returnTo`: where somebody came from whom the platform has refused. */
export function LinkedAccounts({ me, error, returnTo }: { readonly me: MeView; readonly error?: string; readonly returnTo?: string }) {
  const text = useTexts('accounts')
  const refused = SAID.find((code) => code === error)
  const others = me.linkedAccounts.filter(({ provider }) => !(provider in PLATFORMS))
  return (
    <Section title={text('linked.title')}>
      <p className={css.words}>{text('linked.lead')}</p>
      {refused && (
        <p role="alert" className={css.refused}>
          {text(`linked.refused.${refused}`)}
        </p>
      )}
      {refused && returnTo !== undefined && <ButtonLink to={returnPath(returnTo)}>{text('linked.goBack')}</ButtonLink>}
      <CardList>
        {[
          ...(Object.keys(PLATFORMS) as Provider[]).map((provider) => <Account key={provider} me={me} provider={provider} />),
          ...others.map((link) => (
            <div key={link.provider} className={css.row}>
              <div className={css.rowWords}>
                <b>{link.provider}</b>
                <span>{link.subject}</span>
              </div>
            </div>
          )),
        ]}
      </CardList>
    </Section>
  )
}

/** One platform: what is linked there, and the ways to link, change and take away. */
function Account({ me, provider }: { readonly me: MeView; readonly provider: Provider }) {
  const text = useTexts('accounts')
  const [doing, setDoing] = useState<'state' | 'unlink' | null>(null)
  const close = (): void => setDoing(null)
  const unlink = useSend(accountsContract.UnlinkAccount, { said: text('linked.gone'), onDone: close, handles: ['ACCOUNT_NEEDED'] })
  const platform = PLATFORMS[provider]
  const link = me.linkedAccounts.find((one) => one.provider === provider)
  const isProvable = me.proofs.includes(provider)
  const stated = STATED.find((one) => one === provider && !isProvable)
  const at = { id: me.id, v: me.v }
  return (
    <div className={css.row}>
      <div className={css.rowWords}>
        <b>{platform}</b>
        <span>
          {link && provider === 'steam' && <OutsideLink href={`https://steamcommunity.com/profiles/${link.subject}`}>{link.subject}</OutsideLink>}
          {link && provider !== 'steam' && link.subject} {link && !link.proven && <Chip tone="quiet">{text('linked.told')}</Chip>}
          {!link && text('linked.none')}
        </span>
      </div>
      <div className={css.inline}>
        {/* The browser itself goes there: it is the server that leads on to the platform. */}
        {isProvable && !link?.proven && (
          <ButtonLink to={wayToLink(provider, me.proofs)} target="_self" look={link ? 'secondary' : 'primary'}>
            {text(link ? 'linked.prove' : 'linked.link', { platform })}
          </ButtonLink>
        )}
        {stated && !link?.proven && doing !== 'state' && (
          <Button aria-label={text(link ? 'linked.changeOf' : 'linked.link', { platform })} onClick={() => setDoing('state')}>
            {text(link ? 'linked.change' : 'linked.link', { platform })}
          </Button>
        )}
        {link && (
          <Button aria-label={text('linked.unlinkOf', { platform })} onClick={() => setDoing('unlink')}>
            {text('linked.unlink')}
          </Button>
        )}
      </div>
      {stated && doing === 'state' && <AccountForm me={me} provider={stated} onClose={close} />}
      {doing === 'unlink' && (
        <ConfirmDialog
          title={text('linked.unlinkTitle', { platform })}
          confirm={text('linked.unlink')}
          busy={unlink.isSending}
          onConfirm={() => void unlink.send({ provider }, at)}
          onClose={close}
        >
          <p className={css.words}>{text('linked.unlinkWords')}</p>
          <div role="alert">{unlink.refusal && <p className={css.refused}>{unlink.refusal.message}</p>}</div>
        </ConfirmDialog>
      )}
    </div>
  )
}
