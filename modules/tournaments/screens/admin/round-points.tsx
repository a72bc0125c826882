import { useState } from 'react'
import { readTable } from '#modules/points/rules.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { EditDialog } from '../edit-dialog.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView, RoundView } from '../../contract/shapes.ts'
import { TOURNAMENT } from '../../rules.ts'

type Props = { readonly season: MemberView; readonly round: RoundView; readonly onClose: () => void }
type Typed = { readonly multiplier: number | null; readonly table: string; readonly fastestLap: number | null; readonly races: readonly string[] }

/** What a round is worth: times the usual points, points of its own, and of each of its races. */
export function RoundPoints({ season, round, onClose }: Props) {
  const text = useTexts('tournaments-admin')
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const { sessionId } = round
  const change = useSend(calls.AddMultiplier, { said: text('round.saved') })
  const edit = useEdit<Typed>({
    draft: `round points ${sessionId}`,
    present: versionOf(season, sessionId),
    ask: async () => versionOf((await askNow(calls.tournament, { id: season.id })) as MemberView, sessionId),
    save: async ({ v, values: { multiplier, table, fastestLap, races } }) => {
      setChecked(true)
      const [ofRound, ofRaces] = [tableOf(table), races.map(tableOf)]
      if (ofRound === undefined || ofRaces.includes(undefined)) return null
      const raceTables = ofRaces.some((one) => one) ? ofRaces.map((one) => one ?? null) : null
      return change.attempt({ sessionId, multiplier: multiplier ?? 1, table: ofRound, raceTables, fastestLap }, { id: season.id, v })
    },
    naming: {
      label: ([key = '', at = '']) =>
        key === 'races' ? text('round.race', { no: Number(at) + 1 }) : text(key === 'fastestLap' ? 'points.fastestLap' : `round.${key as 'table'}`),
    },
    onDone: onClose,
  })
  const { values, put } = edit
  const wrong = (typed: string): string | undefined => (isChecked && tableOf(typed) === undefined ? text('points.tableWrong') : undefined)
  return (
    <EditDialog title={text('round.title', { no: round.no, name: round.name })} edit={edit} onClose={onClose}>
      <NumberField
        label={text('round.multiplier')}
        value={values.multiplier}
        min={0}
        max={TOURNAMENT.multiplier}
        step={0.5}
        error={change.errorAt('multiplier')}
        onChange={(multiplier) => put({ multiplier })}
      />
      <TextField
        label={text('round.table')}
        hint={text('round.tableHint')}
        optional
        value={values.table}
        error={wrong(values.table) ?? change.errorAt('table')}
        onChange={(table) => put({ table })}
      />
      <NumberField
        label={text('points.fastestLap')}
        hint={text('round.tableHint')}
        optional
        value={values.fastestLap}
        min={0}
        max={TOURNAMENT.points}
        error={change.errorAt('fastestLap')}
        onChange={(fastestLap) => put({ fastestLap })}
      />
      {values.races.length > 1 &&
        values.races.map((race, at) => (
          <TextField
            // races have nothing but their number
            key={text('round.race', { no: at + 1 })}
            label={text('round.race', { no: at + 1 })}
            hint={text('round.raceHint')}
            optional
            value={race}
            error={wrong(race) ?? change.errorAt('raceTables')}
            onChange={(typed) => put({ races: values.races.with(at, typed) })}
          />
        ))}
    </EditDialog>
  )
}

/** `null`: none of its own; `undefined`: it cannot be read. */
function tableOf(typed: string): number[] | null | undefined {
  if (typed.trim() === '') return null
  const read = readTable(typed)
  return read ? [...read] : undefined
}

function versionOf({ v, sessions }: MemberView, sessionId: RoundView['sessionId']): Version<Typed> {
  const { multiplier = 1, table = null, raceTables = null, fastestLap = null, races = 1 } = sessions.find((one) => one.sessionId === sessionId) ?? {}
  const words = Array.from({ length: Math.max(races, raceTables?.length ?? 0) }, (_, at) => raceTables?.[at]?.join(' ') ?? '')
  return { v, values: { multiplier, table: table?.join(' ') ?? '', fastestLap, races: words } }
}
