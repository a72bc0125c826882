import { useTexts } from '#web/kit/texts.tsx'
import { Island } from '#web/kit/island/island.tsx'
import { useMe } from '#web/kit/me.ts'
import { useReturnTo } from '#web/kit/login/return-to.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useVisit } from '#web/kit/visit.tsx'
import { hasPage, loginPath } from '#web/routes.tsx'
import { ButtonLink } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { Link } from '../action/link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { Logo } from './logo.tsx'
import { PLACES } from './nav-items.ts'
import { Search } from './search.tsx'
import css from './shell.module.css'

export function TopBar() {
  const text = useTexts('web')
  const path = usePath()
  const back = useReturnTo()
  const me = useMe()
  const { productName } = useVisit()
  return (
    <header className={css.top}>
      <div className={css.row}>
        <Link to="/" className={css.logo} aria-label={text('nav.home', { productName })}>
          <Logo />
          <span aria-hidden="true">{productName}</span>
        </Link>
        <nav className={css.nav} aria-label={text('nav.label')}>
          {PLACES.filter((place) => hasPage(place.path)).map((place) => (
            <Link
              key={place.path}
              to={place.path}
              aria-current={path === place.path ? 'page' : path.startsWith(`${place.path}/`) ? 'true' : undefined}
            >
              {text(place.text)}
            </Link>
          ))}
        </nav>
        <div className={css.tools}>
          <Search />
          {me && (
            <Island rooms={['web']}>
              <Bell />
            </Island>
          )}
          {!me && path !== '/login' && (
            <ButtonLink to={path === '/' ? '/login' : loginPath(back)} look="primary">
              {text('nav.login')}
            </ButtonLink>
          )}
          <Island rooms={['web']}>
            <AccountMenu icon={<Icon name="menu" />} />
          </Island>
        </div>
      </div>
      <div className={css.kerb} />
    </header>
  )
}
