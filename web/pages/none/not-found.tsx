import { useTexts } from '#web/kit/texts.tsx'
import { useTitle } from '#web/kit/title.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'

export function NotFoundPage() {
  const text = useTexts('web')
  useTitle(text('notFound.title'))
  return (
    <Page>
      <EmptyState mark="404" title={text('notFound.title')} heading="h1" action={<ButtonLink to="/events">{text('notFound.action')}</ButtonLink>}>
        {text('notFound.words')}
      </EmptyState>
    </Page>
  )
}
