import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { RaceView } from '../contract.ts'
import { StatusHistory } from './history.tsx'
import css from './sessions.module.css'

/** What only admins see: the passwords as set, and every state the event went through. */
export function AdminTab({ admin }: { readonly admin: NonNullable<RaceView['admin']> }) {
  const text = useTexts('sessions')
  const secrets = [
    ['passwordServer', admin.passwords.server],
    ['passwordAdmin', admin.passwords.admin],
    ['passwordSpectator', admin.passwords.spectator],
    ['passwordEntry', admin.entryPassword],
  ] as const
  return (
    <div className={css.stack}>
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
      <Section title={text('tab.history')}>
        <StatusHistory history={admin.statusHistory} />
      </Section>
    </div>
  )
}
