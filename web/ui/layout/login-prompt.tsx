import type { ReactNode } from 'react'
import { useAddress, useHash } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { loginPath, newAccountPath } from '#web/routes.tsx'
import { ButtonLink } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { EmptyState } from './empty-state.tsx'
import css from './page.module.css'

/** In place of what the signed-in alone are shown: what it is, and both ways in, which lead back to this part of the page. */
export function LoginPrompt(props: { readonly title: string; readonly tab: string; readonly children: ReactNode }) {
  const text = useTexts('web')
  const back = `${useAddress()}#${useHash() || props.tab}`
  return (
    <EmptyState
      heading="h2"
      title={props.title}
      mark={<Icon name="lock" size={36} />}
      action={
        <div className={css.actions}>
          <ButtonLink look="primary" to={loginPath(back)}>
            {text('nav.login')}
          </ButtonLink>
          <ButtonLink to={newAccountPath(back)}>{text('login.newAccount')}</ButtonLink>
        </div>
      }
    >
      {props.children}
    </EmptyState>
  )
}
