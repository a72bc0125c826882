import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import type { ModView } from '../contract.ts'
import { hostOf } from '../rules.ts'
import css from './mods.module.css'

/** Mods with what is in them and where they are to be had: the site a link leads to is named beside it. */
export function ModList(props: {
  readonly mods: readonly ModView[]
  /** For who looks after the list. */
  readonly onEdit?: (mod: ModView) => void
  readonly onRemove?: (mod: ModView) => void
}) {
  const { mods, onEdit, onRemove } = props
  const text = useTexts('mods')
  return (
    <ul className={css.mods}>
      {mods.map((mod) => (
        <li key={mod.id} className={css.mod}>
          <TrackTile name={mod.name} outline={mod.preview} />
          <div className={css.words}>
            <strong className={css.name}>
              {mod.name} <span className={css.version}>{text('version', { version: mod.version })}</span>
              {mod.onlyFor && <Chip tone="quiet">{text('members')}</Chip>}
            </strong>
            <Contents label={text('tracks')} of={mod.tracks} />
            <Contents label={text('cars')} of={mod.cars} />
          </div>
          <div className={css.get}>
            <ButtonLink
              outside
              to={mod.url}
              icon={<Icon name="out" size={16} />}
              aria-label={text('download', { name: mod.name, host: hostOf(mod.url) })}
            >
              {text('get')}
            </ButtonLink>
            <span className={css.host}>{text('leaves', { host: hostOf(mod.url) })}</span>
            {onEdit && onRemove && (
              <span className={css.tools}>
                <IconButton label={text('editOf', { name: mod.name })} onClick={() => onEdit(mod)}>
                  <Icon name="edit" size={16} />
                </IconButton>
                <IconButton label={text('removeOf', { name: mod.name })} onClick={() => onRemove(mod)}>
                  <Icon name="trash" size={16} />
                </IconButton>
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Contents({ label, of }: { readonly label: string; readonly of: ModView['cars'] }) {
  if (of.length === 0) return null
  return (
    <p className={css.contents}>
      <b>{label}</b> {of.map(({ name }) => name).join(', ')}
    </p>
  )
}
