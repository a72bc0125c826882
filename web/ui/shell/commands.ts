import { gamesWith } from '#games/facts/facts.ts'
import { useMe } from '#web/kit/me.ts'
import { gameName, gameShort } from '#web/kit/games.ts'
import { setTheme } from '#web/kit/theme.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { hasPage } from '#web/routes.tsx'
import { PLACES } from './nav-items.ts'
import { useSignOut } from './sign-out.ts'

/** What the search leads to or does without asking the server: only what whoever asks may. */
export type Command = {
  readonly kind: 'places' | 'actions'
  readonly name: string
  /** What else people type for it. */
  readonly also: readonly string[]
  readonly more: string
  readonly does: { readonly to: string } | { readonly run: () => void }
  /** Shown only where something is typed. */
  readonly typed?: true
}

const THEMES = ['dark', 'light', 'system'] as const

export function useCommands(): readonly Command[] {
  const text = useTexts('web')
  const me = useMe()
  const signOut = useSignOut()
  const words = (said: string): readonly string[] => said.split(', ')
  const place = (name: string, to: string, also: readonly string[] = [], more = ''): Command => ({ kind: 'places', name, also, more, does: { to } })
  const memberships = Object.entries(me?.memberships ?? {}).filter(([, { role }]) => role !== null)
  const administered = memberships.filter(([, { role }]) => role === 'owner' || role === 'admin')
  const own: readonly Command[] = me?.onboarded
    ? [
        place(text('nav.profile'), `/profile/${me.id}`, [me.name]),
        place(text('nav.settings'), '/settings', words(text('search.also.settings'))),
        place(text('nav.notifications'), '/notifications'),
        ...memberships.map(([id, { name }]): Command => ({ ...place(name, `/communities/${id}`, [], text('search.mine')), typed: true })),
        { ...place(text('search.startCommunity'), '/communities/new', words(text('search.also.startCommunity'))), kind: 'actions' },
        ...administered.map(([id, { name }]): Command => ({
          ...place(text('search.createEvent', { name }), `/communities/${id}/new-event`, words(text('search.also.createEvent'))),
          kind: 'actions',
        })),
      ]
    : []
  const games = gamesWith(({ isAnother }) => !isAnother)
  return [
    ...PLACES.filter(({ path }) => hasPage(path)).map(({ path, text: key }) => place(text(key), path)),
    ...own,
    ...games.map((id): Command => ({
      ...place(text('search.eventsOf', { game: gameShort(id) }), `/events?game=${id}`, [gameShort(id), gameName(id)]),
      typed: true,
    })),
    ...THEMES.map((theme): Command => ({
      kind: 'actions',
      name: text('search.colours', { name: text(`theme.${theme}`) }),
      also: words(text('search.also.colours')),
      more: '',
      does: { run: () => setTheme(theme) },
      typed: true,
    })),
    me
      ? {
          kind: 'actions',
          name: text('nav.logout'),
          also: words(text('search.also.logout')),
          more: '',
          does: { run: () => void signOut() },
          typed: true,
        }
      : place(text('nav.login'), '/login', words(text('search.also.login'))),
  ]
}
