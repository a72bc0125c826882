import { useEffect, useRef, type ReactNode } from 'react'
import { LeagueEnds } from '#modules/leagues/screens/league-ends.tsx'
import { LeaguePicture } from '#modules/leagues/screens/league-pictures.tsx'
import { TermsFormFields } from '#modules/leagues/screens/terms-form.tsx'
import { membersContract, type LeagueOfUser } from '#modules/members/contract.ts'
import { ApplicationsList } from '#modules/members/screens/applications-list.tsx'
import { BanList } from '#modules/members/screens/ban-list.tsx'
import { PlanBlock } from '#modules/members/screens/plan-block.tsx'
import { TransferOwnership } from '#modules/members/screens/transfer-ownership.tsx'
import { useAskNow } from '#web/kit/ask.ts'
import { focusOn } from '#web/kit/focus/focus.ts'
import { useHash } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { EditCommunity } from './edit-community.tsx'
import { FirstSteps } from './first-steps.tsx'
import { History } from './history.tsx'
import css from './manage.module.css'
import { hashOf, MANAGE, sectionsOf, type ManageSection } from './sections.ts'

type Props = { readonly league: LeagueOfUser }
const LATEST = 5

/** What admins decide and look after, and what is the owner's alone: sections with addresses of their own. */
export function ManageTab({ league }: Props) {
  const text = useTexts('members')
  const hash = useHash()
  const all = sectionsOf(league)
  const section = all.find((one) => hashOf(one) === hash) ?? null
  const path = `/communities/${league.id}`
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const pressed = document.activeElement
    // on a phone the list is gone with the press on it: reading goes on in the section
    if (section && body.current && pressed instanceof HTMLElement && pressed.offsetParent === null) focusOn(body.current)
  }, [section])
  return (
    <div className={css.manage} data-manage data-section={section ?? undefined}>
      <nav aria-label={text('manage.sections')} className={css.nav}>
        <ul>
          <li>
            <Link to={`${path}#${MANAGE}`} aria-current={section === null ? 'page' : undefined}>
              {text('manage.overview')}
            </Link>
          </li>
          {all.map((one) => (
            <li key={one}>
              <Link to={`${path}#${hashOf(one)}`} aria-current={section === one ? 'page' : undefined}>
                {text(`manage.${one}`)}
                {one === 'applications' && (league.pendingApplications ?? 0) > 0 && <span className={css.count}>{league.pendingApplications}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div ref={body} tabIndex={-1} className={css.body}>
        {section && (
          <Link to={`${path}#${MANAGE}`} className={css.back}>
            <Icon name="left" size={16} /> {text('manage.overview')}
          </Link>
        )}
        {section ? (
          <Section key={section} title={text(`manage.${section}`)}>
            <SectionBody league={league} section={section} />
          </Section>
        ) : (
          <>
            {league.may.edit && <FirstSteps league={league} />}
            <Section title={text('manage.latest')} aside={<Link to={`${path}#${hashOf('history')}`}>{text('manage.allHistory')} →</Link>}>
              <History leagueId={league.id} most={LATEST} />
            </Section>
          </>
        )}
      </div>
    </div>
  )
}

function SectionBody({ league, section }: Props & { readonly section: ManageSection }): ReactNode {
  const askNow = useAskNow()
  const ask = (): Promise<LeagueOfUser> => askNow(membersContract.league, { id: league.id })
  switch (section) {
    case 'applications':
      return <ApplicationsList leagueId={league.id} />
    case 'bans':
      return <BanList league={league} />
    case 'history':
      return <History leagueId={league.id} />
    case 'plan':
      return league.limits && <PlanBlock limits={league.limits} />
    case 'community':
      return <EditCommunity league={league} ask={ask} />
    case 'pictures':
      return (
        <>
          <LeaguePicture league={league} type="logo" />
          <LeaguePicture league={league} type="background" />
        </>
      )
    case 'terms':
      return <TermsFormFields league={league} ask={ask} />
    case 'ownership':
      return <TransferOwnership league={league} />
    case 'ends':
      return <LeagueEnds league={league} />
  }
}
