import type { ReactNode } from 'react'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { hasPage } from '#web/routes.tsx'
import { Avatar } from '../mark/avatar.tsx'
import { Menu, MenuButton, MenuLink } from '../overlay/menu.tsx'
import { PLACES } from './nav-items.ts'
import { useSignOut } from './sign-out.ts'
import css from './shell.module.css'

/** The account's places; on a phone also the main navigation. A visitor on a wide screen does not need it. */
export function AccountMenu(props: { readonly icon: ReactNode }) {
  const text = useTexts('web')
  const me = useMe()
  const leave = useSignOut()
  const places = PLACES.filter((place) => hasPage(place.path))
  if (!me && places.length === 0) return null
  return (
    <Menu
      id="account"
      label={me ? text('nav.account', { name: me.name }) : text('nav.menu')}
      className={me ? css.account : `${css.account} ${css.onlyPhone}`}
      button={me ? <Avatar name={me.name} size={32} /> : props.icon}
    >
      {places.map((place) => (
        <MenuLink key={place.path} to={place.path} onlyPhone>
          {text(place.text)}
        </MenuLink>
      ))}
      {me && (
        <>
          <MenuLink to={`/profile/${me.id}`}>{text('nav.profile')}</MenuLink>
          <MenuLink to="/settings">{text('nav.settings')}</MenuLink>
          <MenuButton onClick={() => void leave()}>{text('nav.logout')}</MenuButton>
        </>
      )}
    </Menu>
  )
}
