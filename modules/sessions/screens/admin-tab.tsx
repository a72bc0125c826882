import type { ReactNode } from 'react'
import { GAME_FACTS } from '#games/facts/facts.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { RaceView } from '../contract.ts'
import { StatusHistory } from './history.tsx'
import { SetUp } from './set-up.tsx'
import css from './sessions.module.css'

const PASSWORDS = { server: 'passwordServer', admin: 'passwordAdmin', spectator: 'passwordSpectator' } as const

type Shown = {
  readonly event: RaceView
  readonly mods: ReactNode
  /** How its results come here, for an event elsewhere. */
  readonly results?: ReactNode
  /** Who did what. */
  readonly deeds: ReactNode
}

/** What only admins see: the passwords as set, who did what, and every state the event went through. */
export function AdminTab({ event, mods, results, deeds }: Shown) {
  const text = useTexts('sessions')
  const copied = useTexts('hosting')('copy.password')
  const { passwords, entryPassword = null } = event.config
  const secrets = [
    // a session kept by hand has that of its drivers, where somebody typed one
    ...(event.manualSession
      ? [[PASSWORDS.server, passwords?.server || null] as const]
      : GAME_FACTS[event.game].passwords.map((name) => [PASSWORDS[name], passwords?.[name] ?? null] as const)),
    ['passwordEntry', entryPassword],
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
                    <div>
                      <code>{value}</code>
                      <CopyButton what={text(`admin.${name}`)} value={value} said={copied} />
                    </div>
                  </div>
                ),
            )}
          </div>
        </Section>
      )}
      {event.hosting === 'ELSEWHERE' && !event.manualSession && <SetUp event={event} password={passwords?.server ?? ''} />}
      {results}
      {mods}
      <Section title={text('tab.deeds')}>
        <Card>{deeds}</Card>
      </Section>
      <Section title={text('tab.history')}>
        <StatusHistory history={event.statusHistory ?? []} />
      </Section>
    </div>
  )
}
