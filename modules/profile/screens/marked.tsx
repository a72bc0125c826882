import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import css from './compare.module.css'

/** The better of two, with a mark and in words beside the colour. */
export function Marked({ isBetter, children }: { readonly isBetter: boolean; readonly children: ReactNode }) {
  const text = useTexts('profile')
  return (
    <span className={isBetter ? css.better : css.other}>
      {isBetter && (
        <>
          <span aria-hidden="true">▲</span>
          <span className="unseen">{text('compare.aheadMark')} </span>
        </>
      )}
      {children}
    </span>
  )
}
