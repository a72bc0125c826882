import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/**
 * Runs before the first paint, inline (its hash stands in the content security policy): the cookie
 * overrides the system's choice. Bodies kept for visitors stay the same for every theme.
 */
export const THEME_SCRIPT =
  "(function(d,m){m=/(?:^|; )theme=(light|dark)/.exec(document.cookie);if(m)d.dataset.theme=m[1];d.dataset.mantineColorScheme=m?m[1]:matchMedia('(prefers-color-scheme: light)').matches?'light':'dark'})(document.documentElement)"

const YEAR_S = 31_536_000
const listeners = new Set<() => void>()

export function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  root.dataset.mantineColorScheme = theme === 'system' ? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark') : theme
  document.cookie = `theme=${theme}; path=/; max-age=${theme === 'system' ? 0 : YEAR_S}; samesite=lax`
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
    () => 'system' as const,
  )
