import type { ComponentProps, MouseEvent } from 'react'
import { useNavigation } from '#web/kit/navigation.ts'

/** A link within Paddock: any address as a text, with query string and hash. Pointing at it fetches the page's file and data early. */
export function Link(props: { readonly to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const { to, onClick, children, ...rest } = props
  const navigation = useNavigation()
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || rest.target) return
    event.preventDefault()
    void navigation.go(to)
  }
  const fetchEarly = () => navigation.warm(to)
  return (
    <a href={to} onClick={go} onPointerEnter={fetchEarly} onFocus={fetchEarly} {...rest}>
      {children}
    </a>
  )
}

/** A link to another site: opens beside the page and tells nobody where from. */
export const OutsideLink = ({ children, ...rest }: ComponentProps<'a'>) => (
  <a target="_blank" rel="noopener noreferrer" {...rest}>
    {children}
  </a>
)
