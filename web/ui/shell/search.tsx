import { useEffect, useState } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import css from './shell.module.css'

const Spotlight = lazyPart(() => import('./spotlight.tsx'), 'Spotlight')

/** The search box of the top bar; it and Ctrl/Cmd K open the search over events, communities and drivers. */
export function Search() {
  const text = useTexts('web')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const open = () => setOpen(true)
  const early = () => void Spotlight.preload()
  return (
    <>
      <button type="button" className={css.search} onClick={open} onPointerEnter={early} onFocus={early} aria-keyshortcuts="Control+K Meta+K">
        {text('search.open')}
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <IconButton label={text('search.open')} className={css.onlyPhone} onClick={open}>
        <Icon name="search" />
      </IconButton>
      {isOpen && <Spotlight onClose={() => setOpen(false)} />}
    </>
  )
}
