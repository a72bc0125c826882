import { createContext, use, type ReactNode } from 'react'
import { useAllTexts, type RoomName } from '../texts.tsx'

/** Takes the place of what is left out of a drawing that many share, and keeps it for each of them. */
export type LeaveOut = (part: ReactNode) => ReactNode

const LeaveOutContext = createContext<LeaveOut | null>(null)
export const LeaveOutProvider = (props: { readonly leaveOut: LeaveOut; readonly children: ReactNode }) => (
  <LeaveOutContext value={props.leaveOut}>{props.children}</LeaveOutContext>
)

/** An island as the server draws it: in its place for one reader, left out for many. Its texts come with the page, whoever reads it. */
export function LeftOut({ rooms, children }: { readonly rooms: readonly RoomName[]; readonly children: ReactNode }) {
  const texts = useAllTexts()
  const leaveOut = use(LeaveOutContext)
  for (const room of rooms) texts.ofRoom(room)
  return leaveOut ? leaveOut(children) : children
}
