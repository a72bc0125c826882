import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { modsContract as calls } from '../contract.ts'
import { ModList } from './mod-list.tsx'
import css from './mods.module.css'

/** What drivers of an event have to install; where some of it is for members alone, that is said in its place. */
export function ModsTab({ sessionId }: { readonly sessionId: SessionId }) {
  const text = useTexts('mods')
  const me = useMe()
  const list = useAsk(me ? calls.modsOfEvent : calls.publicModsOfEvent, { id: sessionId }).data
  if (!list) return <Skeleton rows={3} height={96} />
  return (
    <div className={css.tab}>
      {list.membersOnly > 0 && (
        <p className={css.note} role="note">
          {text('only_member_download', { count: list.membersOnly })}
        </p>
      )}
      <ModList mods={list.mods} />
      {list.mods.length === 0 && list.membersOnly === 0 && <p className={css.quiet}>{text('none')}</p>}
    </div>
  )
}
