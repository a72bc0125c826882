import { usePath } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'

/** What a visitor is offered: the same button, by way of the login. */
export function VisitorAction(props: { readonly directJoin: boolean; readonly login: (returnTo: string) => string }) {
  const text = useTexts('members')
  const path = usePath()
  return (
    <StickyAction>
      <ButtonLink look="primary" to={props.login(path)}>
        {text(props.directJoin ? 'action.loginToJoin' : 'action.loginToApply')}
      </ButtonLink>
    </StickyAction>
  )
}
