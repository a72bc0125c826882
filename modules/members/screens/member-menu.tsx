import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import type { Role } from '#modules/leagues/rules.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Menu, MenuButton } from '#web/ui/overlay/menu.tsx'
import { membersContract, type MemberView } from '../contract.ts'
import { actionsOn, type MemberAction } from '../rules.ts'
import { AccountsDialog } from './accounts-dialog.tsx'
import { BanDialog, RemoveDialog } from './keeping-out-dialogs.tsx'
import css from './members.module.css'

type Props = {
  readonly member: MemberView
  readonly league: { readonly id: LeagueId; readonly v: number; readonly name: string }
  readonly role: Role | null
}

const DIALOGS = ['RemoveMember', 'BanMember', 'CorrectAccount'] as const
type Dialogs = (typeof DIALOGS)[number]
const isDialog = (action: MemberAction): action is Dialogs => (DIALOGS as readonly string[]).includes(action)

/** What may be done with a member; nothing is offered that the server would refuse. */
export function MemberMenu({ member, league, role }: Props) {
  const text = useTexts('members')
  const [dialog, setDialog] = useState<Dialogs | null>(null)
  const said = text('roles.changed', { name: member.name })
  const changes = {
    AddAdmin: useSend(membersContract.AddAdmin, { said }),
    RemoveAdmin: useSend(membersContract.RemoveAdmin, { said }),
    AddSteward: useSend(membersContract.AddSteward, { said }),
    RemoveSteward: useSend(membersContract.RemoveSteward, { said }),
  }
  const actions = actionsOn(role, member.role)
  if (actions.length === 0) return <span />
  const run = (action: MemberAction): void => {
    if (isDialog(action)) return setDialog(action)
    void changes[action].send({ userId: member.id }, { id: league.id, v: league.v })
  }
  const close = (): void => setDialog(null)
  return (
    <>
      <Menu label={text('menu.label', { name: member.name })} className={css.menu} button={<Icon name="more" />}>
        {actions.map((action) => (
          <MenuButton key={action} onClick={() => run(action)}>
            {text(`menu.${action}`)}
          </MenuButton>
        ))}
      </Menu>
      {dialog === 'RemoveMember' && <RemoveDialog user={member} league={league} onClose={close} />}
      {dialog === 'CorrectAccount' && <AccountsDialog user={member} league={league} onClose={close} />}
      {dialog === 'BanMember' && <BanDialog user={member} league={league} onClose={close} />}
    </>
  )
}
