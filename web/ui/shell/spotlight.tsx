import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useGo } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { RatingBadges } from '../mark/licence-badge.tsx'
import { showModal } from '../overlay/open-dialogs.ts'
import css from './spotlight.module.css'
import { useFound, type Found } from './found.ts'

/**
 * Search over events, communities, drivers, and what whoever asks can go to or do. The focus stays in the box; arrows move through what was found and Enter opens it, as a
 * combobox with a list of links.
 */
export function Spotlight({ onClose }: { readonly onClose: () => void }) {
  const text = useTexts('web')
  const id = useId()
  const go = useGo()
  const dialog = useRef<HTMLDialogElement>(null)
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const { found, isAsking } = useFound(words)
  const chosen = Math.min(active, found.length - 1)
  // before it leaves the page: afterwards the browser gives no focus back
  useLayoutEffect(() => showModal(dialog.current!), [])
  const open = ({ does }: Found) => {
    onClose()
    if ('to' in does) go(does.to)
    else does.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && found[chosen]) open(found[chosen])
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || found.length === 0) return
    event.preventDefault()
    const next = (chosen + by + found.length) % found.length
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const isEmpty = words.trim().length >= 2 && found.length === 0 && !isAsking
  return (
    <dialog
      ref={dialog}
      className={css.spotlight}
      aria-label={text('search.label')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={css.box}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={text('search.label')}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={text('search.placeholder')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label={text('ui.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={text('search.label')} className={css.list}>
        {found.map((one, index) => (
          <div
            key={`${one.kind} ${'to' in one.does ? one.does.to : one.name}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={css.item}
            onClick={() => open(one)}
            onKeyDown={onKeyDown}
            onPointerMove={() => setActive(index)}
          >
            <span className={css.kind}>{text(`search.${one.kind}`)}</span>
            <b>{one.name}</b>
            <span className={css.more}>
              {one.rating && <RatingBadges rating={one.rating} />} {one.more}
            </span>
          </div>
        ))}
      </div>
      <p className={css.foot} aria-live="polite">
        {isEmpty
          ? text('search.nothing', { words })
          : found.length > 0 && words
            ? text('search.results', { count: found.length })
            : text('search.hint')}
        <span className={css.keys} aria-hidden="true">
          {text('search.keys')}
        </span>
      </p>
    </dialog>
  )
}
