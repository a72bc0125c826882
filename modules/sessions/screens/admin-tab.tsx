import { GAME_FACTS } from '#games/facts/facts.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { RaceView } from '../contract.ts'
import { StatusHistory } from './history.tsx'
import { SetUp } from './set-up.tsx'
import css from './sessions.module.css'

const PASSWORDS = { server: 'passwordServer', admin: 'passwordAdmin', spectator: 'passwordSpectator' } as const

/** What only admins see: the passwords as set, and every state the event went through. */
export function AdminTab({ event, admin }: { readonly event: RaceView; readonly admin: NonNullable<RaceView['admin']> }) {
  const text = useTexts('sessions')
  const secrets = [
    // a session kept by hand has no server to get into
    ...(event.manual ? [] : GAME_FACTS[event.game].passwords.map((name) => [PASSWORDS[name], admin.passwords[name]] as const)),
    ['passwordEntry', admin.entryPassword],
  ] as const
  return (
    <div className={css.stack}>
      {secrets.some(([, value]) => value !== null) && (
        <Section title={text('admin.passwords')}>
          <div className={css.secrets}>
            {secrets.map(
              ([name, value]) =>
                value !== null && (
                  <div key={name} className={css.secret}>
                    <span>{text(`admin.${name}`)}</span>
                    <code>{value}</code>
                  </div>
                ),
            )}
          </div>
        </Section>
      )}
      {event.hosting === 'ELSEWHERE' && !event.manual && <SetUp event={event} password={admin.passwords.server} />}
      <Section title={text('tab.history')}>
        <StatusHistory history={admin.statusHistory} />
      </Section>
    </div>
  )
}
