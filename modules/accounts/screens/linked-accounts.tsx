import { useState } from 'react'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { OutsideLink } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from './accounts.module.css'

/** What Steam answered when the way there failed, from the query string. */
const SAID = ['ACCOUNT_ALREADY_LINKED', 'WRONG_STATE', 'STEAM_LOGIN_REFUSED', 'STEAM_LOGIN_DOWN', 'CROSS_SITE'] as const

/** Accounts elsewhere that prove who drives: the game servers know a driver by them. */
export function LinkedAccounts({ me, error }: { readonly me: MeView; readonly error?: string }) {
  const text = useTexts('accounts')
  const [isAsking, setAsking] = useState(false)
  const unlink = useSend(accountsContract.UnlinkAccount, { said: text('linked.gone'), onDone: () => setAsking(false) })
  const steam = me.linkedAccounts.find((link) => link.provider === 'steam')
  const refused = SAID.find((code) => code === error)
  return (
    <Section title={text('linked.title')}>
      <p className={css.words}>{text('linked.lead')}</p>
      {refused && !steam && (
        <p role="alert" className={css.refused}>
          {text(`linked.refused.${refused}`)}
        </p>
      )}
      <CardList>
        {[
          <div key="steam" className={css.row}>
            <div className={css.rowWords}>
              <b>{text('linked.steam')}</b>
              <span>
                {steam ? (
                  <OutsideLink href={`https://steamcommunity.com/profiles/${steam.subject}`}>{steam.subject}</OutsideLink>
                ) : (
                  text('linked.none')
                )}
              </span>
            </div>
            {steam ? (
              <Button onClick={() => setAsking(true)}>{text('linked.unlink')}</Button>
            ) : (
              // The browser itself goes there: it is the server that leads on to Steam.
              <ButtonLink to="/auth/steam/start?link=1" target="_self" look="primary">
                {text('linked.link')}
              </ButtonLink>
            )}
          </div>,
          ...me.linkedAccounts
            .filter((link) => link.provider !== 'steam')
            .map((link) => (
              <div key={link.provider} className={css.row}>
                <div className={css.rowWords}>
                  <b>{link.provider}</b>
                  <span>{link.subject}</span>
                </div>
              </div>
            )),
        ]}
      </CardList>
      {isAsking && (
        <ConfirmDialog
          title={text('linked.unlinkTitle')}
          confirm={text('linked.unlink')}
          busy={unlink.isSending}
          onConfirm={() => void unlink.send({ provider: 'steam' }, { id: me.id, v: me.v })}
          onClose={() => setAsking(false)}
        >
          <p className={css.words}>{text('linked.unlinkWords')}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
