import { useLocale } from '#web/kit/texts.tsx'
import { Markdown } from '#web/ui/data/markdown.tsx'
import type { TermsOfService } from '../contract.ts'
import { termsIn } from '../rules.ts'

/** A community's terms in the reader's language, or in the one they have. */
export function Terms({ tos }: { readonly tos: TermsOfService }) {
  const { text, locale } = termsIn(tos, useLocale())
  return (
    <div lang={locale ?? undefined}>
      <Markdown>{text}</Markdown>
    </div>
  )
}
