import type { ReactNode } from 'react'
import type { RoomName } from '../texts.tsx'
import { LeftOut } from './leave-out.tsx'

/**
 * Part of a page that is somebody's own: who I am, whether I am in. Everything around it is drawn once for all and kept, this for each
 * reader (docs/decisions/0011). `rooms`: whose texts it shows. Ids in it are given, never made by `useId`: those count the whole page.
 */
export const Island = ({ rooms, children }: { readonly rooms: readonly RoomName[]; readonly children: ReactNode }) =>
  import.meta.env.SSR ? <LeftOut rooms={rooms}>{children}</LeftOut> : children
