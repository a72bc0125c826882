import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { CheckField, SwitchField } from '#web/ui/form/switch-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { pickListsContract as calls, type PickListView } from '../contract.ts'
import { carChoices, chosenCar } from './cars.ts'
import css from './pick.module.css'
import { whyOf } from './why.ts'

type Props = { readonly leagueId: LeagueId; readonly onClose: () => void }

/** The community's pick list: for which event, who of them fits and why the rest do not, and who would go out. */
export function ListDialog({ leagueId, onClose }: Props) {
  const list = useAsk(calls.pickList, { leagueId, preview: 'true' }, { keepLast: true }).data
  const text = useTexts('pick-lists')
  if (list) return <Listed list={list} onClose={onClose} />
  return (
    <Dialog title={text('title')} onClose={onClose}>
      <Skeleton rows={4} height={44} />
    </Dialog>
  )
}

function Listed({ list, onClose }: { readonly list: PickListView; readonly onClose: () => void }) {
  const text = useTexts('pick-lists')
  const [confirmed, setConfirmed] = useState('')
  const at = { leagueId: list.leagueId, v: list.v }
  const { target, preview } = list
  const comes = preview?.comes.length ?? 0
  const goes = preview?.goes.map(({ entryId }) => entryId) ?? []
  const goesOut = preview?.goesOut.map(({ userId }) => userId) ?? []
  const out = [...(preview?.goes ?? []), ...(preview?.goesOut.map((one) => ({ entryId: one.userId, drivers: [one] })) ?? [])]
  const seen = [...goes, ...goesOut].join()
  const set = useSend(calls.SetEntries)
  const away = useSend(calls.Deactivate, { said: text('list.gone'), onDone: onClose })
  const apply = useSend(calls.Apply, {
    onDone: ({ came, missed }) => {
      // seats may have been taken since it was said who fits
      toast({ tone: came.length > 0 ? 'good' : 'bad', text: text('list.applied', { count: came.length }) })
      if (missed.length === 0) onClose()
    },
  })
  const kept = list.entries.map(({ userId, carId, carClassId }) => ({ userId, carId, carClassId }))
  const aim = (id: string, isSwapList: boolean) => {
    const chosen = list.targets.find((one) => one.id === id)
    void set.send({ target: chosen ? { type: chosen.type, id: chosen.id, isSwapList } : null }, at)
  }
  const isSeen = out.length === 0 || confirmed === seen
  // one that takes nobody any more stands there as long as the list is for it
  const targets = target && !list.targets.some(({ id }) => id === target.id) ? [...list.targets, target] : list.targets
  return (
    <Dialog
      title={text('bar.count', { count: list.entries.length })}
      onClose={onClose}
      actions={
        <>
          <Button busy={away.isSending} onClick={() => void away.send({}, at)}>
            {text('list.away')}
          </Button>
          <Button look="primary" disabled={comes === 0 || !isSeen} busy={apply.isSending} onClick={() => void apply.send({ goes, goesOut }, at)}>
            {text('list.apply', { count: comes })}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <SelectField
          label={text('list.target')}
          value={target?.id ?? ''}
          onChange={(id) => aim(id, target?.isSwapList ?? false)}
          choices={[
            { value: '', label: text('list.noTarget') },
            ...targets.map(({ type, id, name }) => ({ value: id, label: name, group: text(type === 'EVENT' ? 'list.events' : 'list.seasons') })),
          ]}
        />
        {target && (
          <SwitchField
            label={text('list.swap')}
            hint={text(target.type === 'EVENT' ? 'list.swapHint' : 'list.swapHintSeason')}
            value={target.isSwapList}
            onChange={(isSwapList) => void set.send({ target: { type: target.type, id: target.id, isSwapList } }, at)}
          />
        )}
        {preview?.refusal && <p role="status">{text(`why.${whyOf({ code: preview.refusal }, target?.type)}`)}</p>}
        <ul className={css.list}>
          {list.entries.map((one) => (
            <Picked
              key={one.userId}
              one={one}
              list={list}
              onCar={(car) => void set.send({ entries: kept.map((pick) => (pick.userId === one.userId ? { ...pick, ...car } : pick)) }, at)}
              onRemove={() => void set.send({ entries: kept.filter(({ userId }) => userId !== one.userId) }, at)}
            />
          ))}
        </ul>
        {out.length > 0 && (
          <section>
            <h3>{text('list.goes', { count: out.length })}</h3>
            <ul>
              {out.map(({ entryId, drivers }) => (
                <li key={entryId}>{drivers.map(({ name }) => name ?? '–').join(', ')}</li>
              ))}
            </ul>
            <CheckField label={text('list.confirm')} value={isSeen} onChange={(isOn) => setConfirmed(isOn ? seen : '')} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

function Picked(props: {
  readonly one: PickListView['entries'][number]
  readonly list: PickListView
  readonly onCar: (car: ReturnType<typeof chosenCar>) => void
  readonly onRemove: () => void
}) {
  const { one, list } = props
  const text = useTexts('pick-lists')
  const name = one.name ?? '–'
  const cars = list.target?.cars ?? []
  const miss = list.preview?.misses.find(({ userId }) => userId === one.userId)
  const isStaying = list.preview?.stays.includes(one.userId)
  const says = miss
    ? text(`why.${whyOf(miss, list.target?.type)}`)
    : isStaying
      ? text('list.stays')
      : list.preview?.comes.includes(one.userId)
        ? text('list.fits')
        : ''
  return (
    <li className={css.row}>
      <div className={css.what}>
        <span>
          <b>{name}</b> <RatingBadges rating={one.rating} />
        </span>
        <span className={css.quiet}>{says}</span>
      </div>
      <IconButton label={text('list.remove', { name })} onClick={props.onRemove}>
        <Icon name="trash" />
      </IconButton>
      {miss?.code === 'CAR_NOT_IN_EVENT' && (
        <SelectField
          label={text('list.car', { name })}
          value={null}
          placeholder={text('list.chooseCar')}
          onChange={(key) => props.onCar(chosenCar(cars, key))}
          choices={carChoices(cars)}
        />
      )}
    </li>
  )
}
