import type { ReactNode } from 'react'
import { useAddress, useHash } from '#web/kit/navigation.ts'
import { useMe } from '#web/kit/me.ts'
import { hasPage, loginPath } from '#web/kit/pages.ts'
import { useLive } from '#web/kit/live.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { seesAllBestLaps } from '../rules.ts'
import css from './laps.module.css'
import { LapsTable } from './laps-table.tsx'
import { useLapList } from './list.ts'
import type { Asked } from './list-params.ts'

// a visitor has none
const MyBest = lazyPart(() => import('./my-best.tsx'), 'MyBest')

/** My best, the table under it, and what is not told to the reader. `reset` takes out the filters that are set. */
export function LapList({
  asked,
  sessionId,
  reset,
}: {
  readonly asked: Asked
  readonly sessionId?: string
  readonly reset?: (() => void) | undefined
}) {
  const text = useTexts('laps')
  const me = useMe()
  const list = useLapList(asked)
  useLive(['sessions'])
  if (!list) return <Skeleton rows={8} height={48} />
  if (list.loginRequired)
    return (
      <LoginPrompt title={text('visitor.title')} tab="best-laps">
        {text('visitor.words')}
      </LoginPrompt>
    )
  const isEmpty = list.laps.length === 0 && list.hidden === 0
  const isTold = me !== null && seesAllBestLaps(me.subscription.productId)
  return (
    <div className={css.list}>
      {me && <MyBest gameId={asked.gameId} mine={list.mine} fastest={list.laps.find(({ position }) => position === 1)} sessionId={sessionId} />}
      {isEmpty && (
        <EmptyState
          heading="h2"
          title={text(reset ? 'empty.filtered' : 'empty.title')}
          action={reset && <Button onClick={reset}>{text('filter.reset')}</Button>}
        >
          {text(!reset ? 'empty.words' : asked.communityIds ? 'empty.filteredWordsOf' : 'empty.filteredWords')}
        </EmptyState>
      )}
      {!isEmpty && (
        <LapsTable
          laps={list.laps}
          hidden={list.hidden}
          own={list.mine[0]}
          sessionId={sessionId}
          prompt={isTold ? null : <Prompt hidden={list.hidden} isVisitor={me === null} />}
        />
      )}
      {!list.isLast && (
        <div className={css.center}>
          <Button busy={list.isWaiting} onClick={list.more}>
            {text('more')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What stands behind the rows that are not told, and the way there. */
function Prompt({ hidden, isVisitor }: { readonly hidden: number; readonly isVisitor: boolean }): ReactNode {
  const text = useTexts('laps')
  const hash = useHash()
  const back = `${useAddress()}${hash === '' ? '' : `#${hash}`}`
  return (
    <div className={css.prompt}>
      <Icon name="lock" size={20} />
      <p>
        <strong>{isVisitor ? text('visitor.more', { count: hidden }) : text('upgrade.title', { count: hidden })}</strong>
        <span>{isVisitor ? text('visitor.moreWords') : text('upgrade.words')}</span>
      </p>
      {isVisitor ? (
        <ButtonLink size="small" to={loginPath(back)}>
          {text('visitor.login')}
        </ButtonLink>
      ) : (
        hasPage('/products') && (
          <ButtonLink size="small" to="/products">
            {text('upgrade.plans')}
          </ButtonLink>
        )
      )}
    </div>
  )
}
