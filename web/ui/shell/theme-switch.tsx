import { useTexts } from '#web/kit/texts.tsx'
import { setTheme, useTheme } from '#web/kit/theme.ts'
import { Icon } from '../action/icon.tsx'
import css from './shell.module.css'

const THEMES = [
  { theme: 'system', icon: 'system' },
  { theme: 'light', icon: 'sun' },
  { theme: 'dark', icon: 'moon' },
] as const

export function ThemeSwitch() {
  const text = useTexts('web')
  const current = useTheme()
  return (
    <div className={css.themes} role="radiogroup" aria-label={text('theme.label')}>
      {THEMES.map(({ theme, icon }) => (
        <label key={theme} title={text(`theme.${theme}`)}>
          <input
            className="unseen"
            type="radio"
            name="theme"
            checked={current === theme}
            onChange={() => setTheme(theme)}
            aria-label={text(`theme.${theme}`)}
          />
          <Icon name={icon} size={17} />
        </label>
      ))}
    </div>
  )
}
