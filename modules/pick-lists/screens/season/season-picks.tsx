import { useState } from 'react'
import type { MemberView } from '#modules/tournaments/contract/shapes.ts'
import { takesEntries } from '#modules/tournaments/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { pickListsContract as calls } from '../../contract.ts'
import css from '../pick.module.css'

const AddDialog = lazyPart(() => import('../add-dialog.tsx'), 'AddDialog')
const ListDialog = lazyPart(() => import('../list-dialog.tsx'), 'ListDialog')
const PickSeasonDialog = lazyPart(() => import('./pick-season-dialog.tsx'), 'PickSeasonDialog')

/** What admins do with drivers of a season: add a member, pick those who are in for something else, or register those who are picked already. */
export const SeasonPicks = (props: { readonly season: MemberView }) => (useTakenOver() ? <Tools {...props} /> : null)

function Tools({ season }: { readonly season: MemberView }) {
  const text = useTexts('pick-lists')
  const [open, setOpen] = useState<'add' | 'pick' | 'list' | null>(null)
  const close = () => setOpen(null)
  const { leagueId, id, name, status, taken } = season
  const list = useAsk(calls.pickList, { leagueId }).data
  const aim = useSend(calls.SetEntries, { onDone: () => setOpen('list') })
  const isOpen = takesEntries({ status, joinAfterStart: season.entryRules.joinAfterStart })
  return (
    <div className={css.tools}>
      {isOpen && (
        <Button icon={<Icon name="plus" size={16} />} onClick={() => setOpen('add')}>
          {text('add.open')}
        </Button>
      )}
      {taken > 0 && <Button onClick={() => setOpen('pick')}>{text('start')}</Button>}
      {isOpen && list?.active && list.entries.length > 0 && list.target?.id !== id && (
        <Button
          busy={aim.isSending}
          onClick={() => void aim.send({ target: { type: 'TOURNAMENT', id, isSwapList: false } }, { leagueId, v: list.v })}
        >
          {text('list.here')}
        </Button>
      )}
      {open === 'add' && <AddDialog to={{ type: 'TOURNAMENT', id, leagueId, name, cars: carsOf(season) }} onClose={close} />}
      {open === 'pick' && <PickSeasonDialog season={season} onClose={close} />}
      {open === 'list' && <ListDialog leagueId={leagueId} onClose={close} />}
    </div>
  )
}

function carsOf({ carClasses, offeredCars }: MemberView) {
  if (carClasses.length === 0) return offeredCars.map(({ id: model, name }) => ({ model, name, carClassId: null, carClass: null }))
  return carClasses.flatMap(({ id: carClassId, name: carClass, cars, carNames }) =>
    cars.map((model, at) => ({ model, name: carNames[at] ?? model, carClassId, carClass })),
  )
}
