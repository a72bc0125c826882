import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { searchWords } from '#core/search-words.ts'
import { membersContract } from '#modules/members/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useRest } from '#web/kit/lists/rest.ts'
import { withChosen } from '#web/kit/lists/with-chosen.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Adder } from '#web/ui/action/event-adder.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundView } from '../contract/shapes.ts'
import { Driver } from './driver.tsx'

/** Who was brought into a round, and from where; an admin takes somebody out, or gives a wild card. */
export function RoundDrivers({ round }: { readonly round: RoundView }) {
  const text = useTexts('rounds-page')
  const remove = useSend(roundsContract.RemoveDriverEntries, { said: text('said.takenOut') })
  const asked = { id: round.id, limit: PAGE.CAP }
  const found = useAsk(roundsContract.participants, asked).data
  const first = found && { rows: found.participants, total: found.total }
  const rest = useRest(roundsContract.participants, asked, first, ({ participants }) => participants, Infinity)
  if (!found) return <Skeleton rows={6} height={48} />
  const drivers = [...found.participants, ...rest]
  return (
    <>
      {found.total === 0 && (
        <EmptyState heading="h2" title={text('drivers.none')}>
          {text('drivers.noneWords')}
        </EmptyState>
      )}
      <Rows>
        {drivers.map((one, at) => (
          <Row key={one.driverId ?? at} name={<Driver {...one} />}>
            <Chip tone="quiet">
              {one.fromRound ? text('drivers.from', { name: one.fromRound.name }) : text(one.isWildCard ? 'drivers.wildCard' : 'drivers.fromEarlier')}
            </Chip>
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
          </Row>
        ))}
      </Rows>
      {round.may.edit && <WildCard round={round} known={new Set(drivers.map(({ driverId }) => driverId))} />}
    </>
  )
}

type Member = { readonly id: UserId; readonly name: string | null }

/** One of the community's members, however many: those that what is typed finds. */
function WildCard({ round, known }: { readonly round: RoundView; readonly known: ReadonlySet<UserId | null> }) {
  const text = useTexts('rounds-page')
  const [words, setWords] = useState('')
  const [chosen, choose] = useState<Member | null>(null)
  const bring = useSend(roundsContract.AddDriverEntries, { said: text('said.broughtIn'), onDone: () => choose(null) })
  const search = searchWords(words)
  const asked = { id: round.leagueId, limit: PAGE.CAP, ...(search === '' ? {} : { search }) }
  const found: readonly Member[] = useAsk(membersContract.members, asked, { keepLast: true }).data?.members ?? []
  const free = withChosen(found, chosen).filter(({ id }) => !known.has(id))
  // who has come in meanwhile is chosen no more
  const one = free.find(({ id }) => id === chosen?.id) ?? null
  return (
    <Adder
      buttons={
        <Button
          busy={bring.isSending}
          disabled={one === null}
          onClick={() => void bring.send({ driverIds: [one!.id], fromRound: null }, { toRoundId: round.id, v: round.v })}
        >
          {text('drivers.add')}
        </Button>
      }
    >
      <SelectField
        search
        label={text('drivers.choose')}
        value={one?.id ?? null}
        placeholder={text('drivers.placeholder')}
        choices={free.map(({ id, name }) => ({ value: id, label: name ?? '' }))}
        error={bring.errorAt('driverIds')}
        onType={setWords}
        onChange={(id) => choose(free.find((member) => member.id === id) ?? null)}
      />
    </Adder>
  )
}
