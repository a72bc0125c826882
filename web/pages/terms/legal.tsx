import { TERMS_VERSION } from '#modules/accounts/rules.ts'
import { type TextKey, useTexts } from '#web/kit/texts.tsx'
import { useVisit } from '#web/kit/visit.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Page, Section } from '#web/ui/layout/page.tsx'
import css from './legal.module.css'

type PartOf<Key> = Key extends `${infer Part}.words` ? Part : never
type Part = PartOf<TextKey<'legal'>>

/** A page of rules in plain words: parts with headings, paragraphs parted by line ends. Its version is the one a consent is logged with. */
export function Legal({ page, parts }: { readonly page: 'terms' | 'privacy'; readonly parts: readonly Part[] }) {
  const text = useTexts('legal')
  const { productName } = useVisit()
  const other = page === 'terms' ? 'privacy' : 'terms'
  return (
    <Page title={text(`${page}.title`)}>
      <div className={css.legal}>
        <p className={css.lead}>{text(`${page}.lead`, { productName })}</p>
        {parts.map((part) => (
          <Section key={part} title={text(`${part}.title`, { productName })}>
            {text(`${part}.words`)
              .split('\n')
              .map((words) => (
                <p key={words}>{words}</p>
              ))}
          </Section>
        ))}
        <p className={css.foot}>
          {text('version', { version: TERMS_VERSION })} · <Link to={`/${other}`}>{text(`${other}.title`)}</Link>
        </p>
      </div>
    </Page>
  )
}
