import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundView } from '../contract/shapes.ts'
import { Driver } from './driver.tsx'
import css from './rounds.module.css'

/** Who was brought into a round, and from where; an admin takes somebody out, or gives a wild card. */
export function RoundDrivers({ round }: { readonly round: RoundView }) {
  const text = useTexts('rounds-page')
  const remove = useSend(roundsContract.RemoveDriverEntries, { said: text('said.takenOut') })
  const found = useAsk(roundsContract.participants, { id: round.id, limit: 100 }).data
  if (!found) return <Skeleton rows={6} height={48} />
  return (
    <>
      {found.total === 0 && (
        <EmptyState heading="h2" title={text('drivers.none')}>
          {text('drivers.noneWords')}
        </EmptyState>
      )}
      <ol className={css.list}>
        {found.participants.map((one, at) => (
          <li key={one.driverId ?? at} className={css.row}>
            <span className={css.grow}>
              <Driver {...one} />
            </span>
            <Chip tone="quiet">{one.fromRound ? text('drivers.from', { name: one.fromRound.name }) : text('drivers.wildCard')}</Chip>
            {round.may.edit && one.driverId && (
              <Button
                size="small"
                look="ghost"
                busy={remove.isSending}
                aria-label={text('drivers.removeOf', { name: one.name ?? '' })}
                onClick={() => void remove.send({ driverIds: [one.driverId!] }, { id: round.id, v: round.v })}
              >
                {text('drivers.remove')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {round.may.edit && <WildCard round={round} known={new Set(found.participants.map(({ driverId }) => driverId))} />}
    </>
  )
}

const MEMBERS = 100

function WildCard({ round, known }: { readonly round: RoundView; readonly known: ReadonlySet<UserId | null> }) {
  const text = useTexts('rounds-page')
  const [chosen, choose] = useState<string | null>(null)
  const bring = useSend(roundsContract.AddDriverEntries, { said: text('said.broughtIn'), onDone: () => choose(null) })
  const members = useAsk(membersContract.members, { id: round.leagueId, limit: MEMBERS }).data?.members ?? []
  const choices = members.flatMap(({ id, name }) => (known.has(id) ? [] : [{ value: id as string, label: name ?? '' }]))
  // who has come in meanwhile is chosen no more
  const free = choices.some(({ value }) => value === chosen) ? chosen : null
  return (
    <div className={css.adder}>
      <SelectField
        search
        label={text('drivers.choose')}
        value={free}
        placeholder={text('drivers.placeholder')}
        choices={choices}
        error={bring.errorAt('driverIds')}
        onChange={choose}
      />
      <div className={css.buttons}>
        <Button
          busy={bring.isSending}
          disabled={free === null}
          onClick={() => void bring.send({ driverIds: [free as UserId], fromRound: null }, { toRoundId: round.id, v: round.v })}
        >
          {text('drivers.add')}
        </Button>
      </div>
    </div>
  )
}
