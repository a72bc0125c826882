import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { RaceView } from '../contract.ts'
import { StatusHistory } from './history.tsx'
import css from './sessions.module.css'

/** What only admins see: the passwords as set, and every state the event went through. */
export function AdminTab({ admin, manual }: { readonly admin: NonNullable<RaceView['admin']>; readonly manual: boolean }) {
  const text = useTexts('sessions')
  const secrets = [
    // a session kept by hand has no server to get into
    ...(manual
      ? []
      : ([
          ['passwordServer', admin.passwords.server],
          ['passwordAdmin', admin.passwords.admin],
          ['passwordSpectator', admin.passwords.spectator],
        ] as const)),
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
      <Section title={text('tab.history')}>
        <StatusHistory history={admin.statusHistory} />
      </Section>
    </div>
  )
}
