import { CompareButton } from '#modules/profile/screens/compare-button.tsx'
import { CompareHead, CompareNumbers } from '#modules/profile/screens/compare-head.tsx'
import css from '#modules/profile/screens/compare.module.css'
import { useLoaded } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import type { PageProps } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ShareButton } from '#web/ui/action/share-button.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { compareAsked, compareCall } from './needs.ts'

const RacesTogether = lazyPart(() => import('#modules/profile/screens/compared.tsx'), 'RacesTogether')
const LapsOfBoth = lazyPart(() => import('#modules/profile/screens/compared.tsx'), 'LapsOfBoth')

/** Two drivers side by side. */
export function Compared({ params, search }: PageProps) {
  const text = useTexts('profile')
  const compared = useLoaded(compareCall(useMe() !== null), compareAsked(params, search))
  const { first, second } = compared
  useLive([`user:${first.id}`, `user:${second.id}`])
  const title = text('compare.title', { first: first.name ?? '–', second: second.name ?? '–' })
  return (
    <Page
      title={title}
      actions={
        <>
          <CompareButton id={first.id}>{text('compare.change')}</CompareButton>
          <ShareButton title={title} path={`/profile/${first.id}/compare/${second.id}`} />
        </>
      }
    >
      <CompareHead compared={compared} />
      <CompareNumbers compared={compared} />
      <div className={css.columns}>
        <RacesTogether compared={compared} />
        <LapsOfBoth compared={compared} />
      </div>
    </Page>
  )
}
