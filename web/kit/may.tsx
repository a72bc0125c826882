import type { ReactNode } from 'react'

/** What the viewer may do with the thing of a view, worked out by the server's policy. */
export type May<Action extends string = string> = Readonly<Partial<Record<Action, boolean>>>

/** Shows its children when the view's `may` allows the action; a thing that is still loading allows nothing. */
export function IfMay<Action extends string>(props: {
  readonly may: May<Action> | undefined
  readonly do: NoInfer<Action>
  readonly children: ReactNode
  readonly otherwise?: ReactNode
}) {
  return <>{props.may?.[props.do] ? props.children : props.otherwise}</>
}
