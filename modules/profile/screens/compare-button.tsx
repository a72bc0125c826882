import { useState, type ReactNode } from 'react'
import type { UserId } from '#core/ids.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'

const CompareDialog = lazyPart(() => import('./compare-dialog.tsx'), 'CompareDialog')

export const comparePath = (id: string, other: string): string => `/profile/${id}/compare/${other}`

/** Leads to a driver beside the reader, and beside anybody else. */
export function CompareButtons({ id }: { readonly id: UserId }) {
  const text = useTexts('profile')
  const me = useMe()
  const isOther = me !== null && me.id !== id
  return (
    <>
      {isOther && (
        <ButtonLink look="primary" to={comparePath(me.id, id)}>
          {text('compare.withMe')}
        </ButtonLink>
      )}
      <CompareButton id={id}>{text(isOther ? 'compare.withOther' : 'compare.with')}</CompareButton>
    </>
  )
}

/** Opens the search for somebody to stand beside a driver. */
export function CompareButton({ id, children }: { readonly id: UserId; readonly children: ReactNode }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button icon={<Icon name="search" size={16} />} onClick={() => open(true)} onPointerEnter={() => void CompareDialog.preload()}>
        {children}
      </Button>
      {isOpen && <CompareDialog id={id} onClose={() => open(false)} />}
    </>
  )
}
