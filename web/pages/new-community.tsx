import { leaguesContract } from '#modules/leagues/contract.ts'
import { bodyOf, emptyLeague } from '#modules/leagues/screens/form-state.ts'
import { LeagueFormFields } from '#modules/leagues/screens/league-form.tsx'
import css from '#modules/leagues/screens/leagues.module.css'
import { useGo } from '../kit/navigation.ts'
import { useSend } from '../kit/send.ts'
import { useLocale, useTexts } from '../kit/texts.tsx'
import { Page } from '../ui/layout/page.tsx'

/** Founding a community: one screen. */
export function NewCommunityPage() {
  const text = useTexts('leagues')
  const locale = useLocale()
  const go = useGo()
  const found = useSend(leaguesContract.AddLeague, { onDone: ({ aggregateId }) => go(`/communities/${aggregateId}`) })
  return (
    <Page title={text('form.newTitle')} narrow>
      <p className={css.hint}>{text('form.newWords')}</p>
      <LeagueFormFields
        start={emptyLeague(locale)}
        hadPassword={false}
        submit={text('form.create')}
        busy={found.isSending}
        refusal={found.refusal}
        onType={found.reset}
        onSubmit={(form) => found.send(bodyOf(form, false))}
      />
    </Page>
  )
}
