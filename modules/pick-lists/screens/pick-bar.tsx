import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { pickListsContract as calls } from '../contract.ts'
import css from './pick.module.css'

const ListDialog = lazyPart(() => import('./list-dialog.tsx'), 'ListDialog')

/** Says on the community's pages, to its admins, that its pick list is active, how many are on it, and what comes next. */
export const PickBar = ({ leagueId }: { readonly leagueId: LeagueId }) => (useTakenOver() ? <Bar leagueId={leagueId} /> : null)

function Bar({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('pick-lists')
  const [isOpen, setOpen] = useState(false)
  useLive([`league:${leagueId}`])
  const list = useAsk(calls.pickList, { leagueId }).data
  if (!list?.active) return null
  const next = list.entries.length === 0 ? text('bar.empty') : list.target ? text('bar.look', { event: list.target.name }) : text('bar.choose')
  return (
    <aside className={css.bar} aria-label={text('title')}>
      <div className={css.what}>
        <b>{text('bar.count', { count: list.entries.length })}</b>
        <span className={css.quiet}>{next}</span>
      </div>
      <Button size="small" onClick={() => setOpen(true)}>
        {text('bar.open')}
      </Button>
      {isOpen && <ListDialog leagueId={leagueId} onClose={() => setOpen(false)} />}
    </aside>
  )
}
