import { useRefusalWords } from '#web/kit/connection/words.ts'
import { RefusalError } from '#web/kit/http.ts'
import { useNavigation } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { useTitle } from '#web/kit/title.ts'
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** A page that could not be drawn: says whether the server refused, or the page itself broke, and what to do. */
export function ErrorPage(props: { readonly error: unknown }) {
  const text = useTexts('web')
  const wordsOf = useRefusalWords()
  const { again } = useNavigation()
  const refusal = props.error instanceof RefusalError ? props.error : null
  const title = text(refusal ? 'error.title' : 'error.brokenTitle')
  useTitle(title)
  return (
    <Page>
      <EmptyState
        mark={refusal?.status || '…'}
        title={title}
        heading="h1"
        action={<Button onClick={() => (refusal ? again() : location.reload())}>{text('error.again')}</Button>}
      >
        {refusal ? wordsOf(refusal) : text('error.broken')}
      </EmptyState>
    </Page>
  )
}
