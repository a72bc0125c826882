import { leaguesContract } from '#modules/leagues/contract.ts'
import { bodyOf, emptyLeague } from '#modules/leagues/screens/form-state.ts'
import { LeagueFormFields } from '#modules/leagues/screens/league-form.tsx'
import css from '#modules/leagues/screens/leagues.module.css'
import { useDraft } from '../kit/edit/draft.ts'
import { useGo } from '../kit/navigation.ts'
import { useSend } from '../kit/send.ts'
import { useLocale, useTexts } from '../kit/texts.tsx'
import { Page } from '../ui/layout/page.tsx'

/** Founding a community: one screen. */
export function NewCommunityPage() {
  const text = useTexts('leagues')
  const locale = useLocale()
  const go = useGo()
  const { values, put, notes, done } = useDraft(() => emptyLeague(locale), { draft: 'new-community', secrets: ['password'] })
  const found = useSend(leaguesContract.AddLeague)
  const submit = async (): Promise<void> => {
    const reply = await found.send(bodyOf(values, false))
    if (!reply) return
    done()
    go(`/communities/${reply.aggregateId}#manage`)
  }
  return (
    <Page title={text('form.newTitle')} narrow>
      <p className={css.hint}>{text('form.newWords')}</p>
      <LeagueFormFields
        form={values}
        onChange={(change) => {
          put(change)
          found.reset()
        }}
        notes={notes}
        hadPassword={false}
        submit={text('form.create')}
        busy={found.isSending}
        refusal={found.refusal}
        onSubmit={submit}
      />
    </Page>
  )
}
