import type { MeView } from '#modules/accounts/contract.ts'
import { ReadHere } from '../waiting/read-here.tsx'
import { RaceStrip } from './race-strip.tsx'

/** What is with somebody on every page, and nothing that the server draws. */
export const OfReader = ({ me }: { readonly me: MeView }) => (
  <>
    <RaceStrip />
    <ReadHere about={me.onboarded ? me.unread.about : []} />
  </>
)
