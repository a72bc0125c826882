import { useTexts } from '#web/kit/texts.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'

/** In place of all tables, to a visitor whose community keeps its results to the signed-in. */
export function ForSignedIn() {
  const text = useTexts('results')
  return (
    <LoginPrompt title={text('visitor.title')} tab="results">
      {text('visitor.words')}
    </LoginPrompt>
  )
}
