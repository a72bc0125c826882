import { leaguesContract } from '#modules/leagues/contract.ts'
import { bodyOf, formOf, type LeagueForm } from '#modules/leagues/screens/form-state.ts'
import { useLeagueNaming } from '#modules/leagues/screens/field-names.ts'
import { LeagueEnds } from '#modules/leagues/screens/league-ends.tsx'
import { LeagueFormFields } from '#modules/leagues/screens/league-form.tsx'
import { LeaguePicture } from '#modules/leagues/screens/league-pictures.tsx'
import { TermsFormFields } from '#modules/leagues/screens/terms-form.tsx'
import { membersContract, type LeagueOfUser } from '#modules/members/contract.ts'
import { ApplicationsList } from '#modules/members/screens/applications-list.tsx'
import { BanList } from '#modules/members/screens/ban-list.tsx'
import { PlanBlock } from '#modules/members/screens/plan-block.tsx'
import { TransferOwnership } from '#modules/members/screens/transfer-ownership.tsx'
import css from '#modules/leagues/screens/leagues.module.css'
import { useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'

/** What admins decide and look after; below it what is the owner's alone. */
export function ManageTab({ league }: { readonly league: LeagueOfUser }) {
  const text = useTexts('members')
  const leagues = useTexts('leagues')
  const askNow = useAskNow()
  const ask = (): Promise<LeagueOfUser> => askNow(membersContract.league, { id: league.id })
  return (
    <div className={css.manage}>
      {(!league.summaryData.directJoin || (league.pendingApplications ?? 0) > 0) && (
        <Section title={text('manage.applications')}>
          <ApplicationsList leagueId={league.id} />
        </Section>
      )}
      <Section title={text('manage.bans')}>
        <BanList league={league} />
      </Section>
      {league.limits && (
        <Section title={text('manage.plan')}>
          <PlanBlock limits={league.limits} />
        </Section>
      )}
      {league.may.edit && (
        <>
          <Section title={text('manage.edit')}>
            <EditForm league={league} ask={ask} />
          </Section>
          <Section title={leagues('pictures.title')}>
            <LeaguePicture league={league} type="logo" />
            <LeaguePicture league={league} type="background" />
          </Section>
          <Section title={leagues('terms.title')}>
            <TermsFormFields league={league} ask={ask} />
          </Section>
          <Section title={text('manage.transfer')}>
            <TransferOwnership league={league} />
          </Section>
          <Section title={leagues('ends.title')}>
            <LeagueEnds league={league} />
          </Section>
        </>
      )}
    </div>
  )
}

/** The owner's own; pictures and terms are not of this form. */
function EditForm({ league, ask }: { readonly league: LeagueOfUser; readonly ask: () => Promise<LeagueOfUser> }) {
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
