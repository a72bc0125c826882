import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { deviceOf } from '#modules/accounts/rules.ts'
import type { ReplyOf } from '#core/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import css from './accounts.module.css'

type Session = ReplyOf<typeof accountsContract.loginSessions>['sessions'][number]

/** Where the user is signed in: one can be signed out from here, or all. */
export function LoginSessions({ me, onOut }: { readonly me: MeView; readonly onOut: () => void }) {
  const text = useTexts('accounts')
  const { data } = useAsk(accountsContract.loginSessions, { limit: 50 })
  const everywhere = useSend(accountsContract.LogOutEverywhere, { refresh: false, onDone: onOut })
  if (!data) return <Skeleton rows={3} height={60} />
  return (
    <Section title={text('sessions.title')}>
      <p className={css.words}>{text('sessions.lead')}</p>
      <CardList>
        {data.sessions.map((session) => (
          <OneSession key={session.id} me={me} session={session} />
        ))}
      </CardList>
      <div>
        <Button look="danger" busy={everywhere.isSending} onClick={() => void everywhere.send({}, { id: me.id, v: me.v })}>
          {text('sessions.everywhere')}
        </Button>
      </div>
    </Section>
  )
}

function OneSession({ me, session }: { readonly me: MeView; readonly session: Session }) {
  const text = useTexts('accounts')
  const revoke = useSend(accountsContract.RevokeLoginSession, { said: text('sessions.revoked') })
  const { browser, system } = deviceOf(session.userAgent)
  const device = browser && system ? text('sessions.device', { browser, system }) : (browser ?? system ?? text('sessions.unknown'))
  return (
    <div className={css.row}>
      <div className={css.rowWords}>
        <b>{device}</b>
        <span>
          {text('sessions.since')} <Time at={session.createdAt} form="dateTime" />
          {session.ip && ` · ${session.ip}`}
        </span>
      </div>
      {session.current ? (
        <Chip tone="good">{text('sessions.current')}</Chip>
      ) : (
        <Button
          busy={revoke.isSending}
          aria-label={text('sessions.revokeOf', { device })}
          onClick={() => void revoke.send({ sessionId: session.id }, { id: me.id, v: me.v })}
        >
          {text('sessions.revoke')}
        </Button>
      )}
    </div>
  )
}
