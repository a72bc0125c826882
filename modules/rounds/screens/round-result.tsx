import { useState } from 'react'
import type { RoundId, UserId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useRest } from '#web/kit/lists/rest.ts'
import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundResultRow, RoundView } from '../contract/shapes.ts'
import { Driver } from './driver.tsx'
import css from './rounds.module.css'
import { figure } from './words.ts'

/** A round's result over all its races, who went on, and for admins how to bring them on. */
export function RoundResult({ round }: { readonly round: RoundView }) {
  const text = useTexts('rounds-page')
  const me = useMe()
  const [shown, show] = useState<number>(PAGE.MEDIUM)
  const [first, takeFirst] = useState<number | null>(null)
  const [chosen, choose] = useState<ReadonlyMap<UserId, boolean>>(new Map())
  const call = (me ? roundsContract.roundResult : roundsContract.publicRoundResult) as typeof roundsContract.publicRoundResult
  const asked = { id: round.id }
  const found = useAsk(call, asked, { keepLast: true }).data
  const rest = useRest(call, asked, found && { rows: found.results, total: found.total }, ({ results }) => results, shown)
  if (!found) return <Skeleton rows={6} height={48} />
  if (found.loginRequired)
    return (
      <LoginPrompt title={text('visitor.title')} tab="result">
        {text('visitor.words')}
      </LoginPrompt>
    )
  if (found.total === 0)
    return (
      <EmptyState heading="h2" title={text('result.none')}>
        {text('result.noneWords')}
      </EmptyState>
    )
  const rows = [...found.results, ...rest]
  const isPicked = ({ driverId, position }: RoundResultRow): boolean => chosen.get(driverId!) ?? (first !== null && position <= first)
  const picked = new Set(rows.flatMap((row) => (mayGoOn(row) && isPicked(row) ? [row.driverId!] : [])))
  const toggle = (id: UserId): void => choose(new Map(chosen).set(id, !picked.has(id)))
  const pickFirst = (most: number | null): void => {
    takeFirst(most)
    choose(new Map())
    if (most !== null) show(Math.max(shown, most))
  }
  const choosing: readonly Column<RoundResultRow>[] =
    round.later.length === 0
      ? []
      : [
          {
            key: 'pick',
            head: text('promote.column'),
            screenOnly: true,
            cell: (row) => pickCell(row, picked, toggle, text),
          },
        ]
  return (
    <>
      {round.later.length > 0 && (
        <Promote round={round} picked={picked} first={first} most={found.total} onFirst={pickFirst} onDone={() => pickFirst(null)} />
      )}
      <DataTable<RoundResultRow>
        caption={text('result.title', { name: round.name })}
        rows={rows}
        rowKey={({ position }) => String(position)}
        mine={({ driverId }) => me !== null && driverId === me.id}
        columns={[
          ...choosing,
          { key: 'position', head: '#', headLabel: text('table.position'), kind: 'position', cell: ({ position }) => position },
          {
            key: 'driver',
            head: text('table.driver'),
            kind: 'main',
            cell: driverCell,
          },
          { key: 'races', head: text('table.races'), kind: 'number', wideOnly: true, cell: ({ races }) => races },
          { key: 'wins', head: text('table.wins'), kind: 'number', wideOnly: true, cell: ({ wins }) => wins },
          { key: 'best', head: text('table.best'), kind: 'number', wideOnly: true, cell: ({ bestPosition }) => bestPosition ?? '–' },
          { key: 'points', head: text('table.points'), kind: 'number', cell: pointsCell },
        ]}
      />
      {found.total > rows.length && <Button onClick={() => show(shown + PAGE.MEDIUM)}>{text('table.more')}</Button>}
    </>
  )
}

type Words = Text<'rounds-page'>
const pointsCell = ({ points }: RoundResultRow) => <b>{figure(points)}</b>

const driverCell = (row: RoundResultRow) => <Driver {...row} />

/** Who has erased the account goes nowhere, and nobody twice. */
const mayGoOn = ({ driverId, promotedToRound }: RoundResultRow): boolean => driverId !== null && promotedToRound === null

const pickCell = (row: RoundResultRow, picked: ReadonlySet<UserId>, toggle: (id: UserId) => void, text: Words) =>
  mayGoOn(row) && (
    <label className={css.pickLabel}>
      <span className="unseen">{text('promote.pick', { name: row.name ?? '' })}</span>
      <input type="checkbox" className={css.pick} checked={picked.has(row.driverId!)} onChange={() => toggle(row.driverId!)} />
    </label>
  )

type Promoting = {
  readonly round: RoundView
  readonly picked: ReadonlySet<UserId>
  /** So many of the first are picked; null: each by itself. */
  readonly first: number | null
  readonly most: number
  readonly onFirst: (first: number | null) => void
  readonly onDone: () => void
}
/** Brings those who are picked, one by one or the first so many, into a round behind this one. */
function Promote({ round, picked, first, most, onFirst, onDone }: Promoting) {
  const text = useTexts('rounds-page')
  const [to, choose] = useState<RoundId>(round.later[0]!.id)
  const target = round.later.find(({ id }) => id === to) ?? round.later[0]!
  const bring = useSend(roundsContract.AddDriverEntries, { said: text('said.broughtIn'), onDone })
  return (
    <div className={css.promote}>
      <SelectField
        label={text('promote.to')}
        value={target.id}
        choices={round.later.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => choose(id as RoundId)}
      />
      <NumberField label={text('promote.first')} value={first} min={1} max={most} onChange={onFirst} />
      <Button
        look="primary"
        busy={bring.isSending}
        disabled={picked.size === 0}
        onClick={() => void bring.send({ driverIds: [...picked], fromRound: round.id }, { toRoundId: target.id, v: target.v })}
      >
        {text('promote.do', { count: picked.size })}
      </Button>
    </div>
  )
}
