import { useRouter } from '@tanstack/react-router'
import { RefusalError } from '../kit/http.ts'
import { useTexts } from '../kit/texts.tsx'
import { Button } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** A page that could not be drawn: says whether it is us or the connection, and offers another try. */
export function ErrorPage(props: { readonly error: unknown }) {
  const text = useTexts('web')
  const router = useRouter()
  const refusal = props.error instanceof RefusalError ? props.error : null
  const isOffline = refusal?.status === 0
  return (
    <Page>
      <EmptyState
        mark={isOffline ? '…' : String(refusal?.status ?? 500)}
        title={text(isOffline ? 'error.offlineTitle' : 'error.title')}
        heading="h1"
        action={<Button onClick={() => void router.invalidate()}>{text('error.again')}</Button>}
      >
        {refusal?.message || text(isOffline ? 'error.offline' : 'error.fault')}
      </EmptyState>
    </Page>
  )
}
