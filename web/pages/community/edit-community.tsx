import { leaguesContract } from '#modules/leagues/contract.ts'
import { bodyOf, formOf, type LeagueForm } from '#modules/leagues/screens/form-state.ts'
import { useLeagueNaming } from '#modules/leagues/screens/field-names.ts'
import { LeagueFormFields } from '#modules/leagues/screens/league-form.tsx'
import type { LeagueOfUser } from '#modules/members/contract.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'

/** The owner's own; pictures and terms are not of this form. */
export function EditCommunity({ league, ask }: { readonly league: LeagueOfUser; readonly ask: () => Promise<LeagueOfUser> }) {
  const text = useTexts('leagues')
  const naming = useLeagueNaming()
  const edit = useSend(leaguesContract.EditLeague, { said: text('form.saved') })
  const { values, put, base, save, isSaving, notes } = useEdit({
    draft: `league ${league.id}`,
    secrets: ['password'],
    // a password typed for a community that asks for none any more is another choice than the one it was typed for
    together: [['hasPassword', 'password']],
    present: versionOf(league),
    ask: async () => versionOf(await ask()),
    save: (editing) => edit.attempt(bodyOf(editing.values, editing.base.hasPassword), { id: league.id, v: editing.v }),
    naming,
  })
  return (
    <LeagueFormFields
      form={values}
      onChange={(change) => {
        put(change)
        edit.reset()
      }}
      notes={notes}
      hadPassword={base.hasPassword}
      submit={text('form.save')}
      busy={isSaving}
      refusal={edit.refusal}
      onSubmit={save}
    />
  )
}

const versionOf = (league: LeagueOfUser): Version<LeagueForm> => ({ v: league.v, values: formOf(league) })
