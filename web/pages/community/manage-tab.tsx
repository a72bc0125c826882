import { useState } from 'react'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { bodyOf, formOf } from '#modules/leagues/screens/form-state.ts'
import { LeagueEnds } from '#modules/leagues/screens/league-ends.tsx'
import { LeagueFormFields } from '#modules/leagues/screens/league-form.tsx'
import { LeaguePicture } from '#modules/leagues/screens/league-pictures.tsx'
import { TermsFormFields } from '#modules/leagues/screens/terms-form.tsx'
import type { LeagueOfUser } from '#modules/members/contract.ts'
import { ApplicationsList } from '#modules/members/screens/applications-list.tsx'
import { BanList } from '#modules/members/screens/ban-list.tsx'
import { PlanBlock } from '#modules/members/screens/plan-block.tsx'
import { TransferOwnership } from '#modules/members/screens/transfer-ownership.tsx'
import css from '#modules/leagues/screens/leagues.module.css'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'

/** What admins decide and look after; below it what is the owner's alone. */
export function ManageTab({ league }: { readonly league: LeagueOfUser }) {
  const text = useTexts('members')
  const leagues = useTexts('leagues')
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
            <EditForm league={league} />
          </Section>
          <Section title={leagues('pictures.title')}>
            <LeaguePicture league={league} type="logo" />
            <LeaguePicture league={league} type="background" />
          </Section>
          <Section title={leagues('terms.title')}>
            <TermsFormFields key={league.tosVersion} league={league} />
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

/** After the own save the form starts anew from what was saved. */
function EditForm({ league }: { readonly league: LeagueOfUser }) {
  const [savedV, setSavedV] = useState(0)
  const hasArrived = savedV > 0 && league.v >= savedV
  return <EditFields key={hasArrived ? savedV : 'start'} league={league} onSaved={setSavedV} />
}

/** Saves over what the owner has seen: a change of somebody else's is told once, then sent over. Pictures and terms are not of this form. */
function EditFields({ league, onSaved }: { readonly league: LeagueOfUser; readonly onSaved: (v: number) => void }) {
  const text = useTexts('leagues')
  const [seen, setSeen] = useState<LeagueOfUser | null>(league)
  const edit = useSend(leaguesContract.EditLeague, { said: text('form.saved'), onDone: ({ v }) => onSaved(v) })
  const isAsSeen = seen === null || JSON.stringify(formOf(seen)) === JSON.stringify(formOf(league))
  return (
    <LeagueFormFields
      start={formOf(league)}
      hadPassword={league.passwordRequired}
      submit={text('form.save')}
      busy={edit.isSending}
      refusal={edit.refusal}
      onType={edit.reset}
      onSubmit={async (form) => {
        const reply = await edit.send(bodyOf(form, league.passwordRequired), { id: league.id, v: isAsSeen ? league.v : seen.v })
        if (!reply && !isAsSeen) setSeen(null)
      }}
    />
  )
}
