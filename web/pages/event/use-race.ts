import { entriesContract, type EntryList, type PublicEntryList } from '#modules/entries/contract.ts'
import { hostingContract, type LiveView } from '#modules/hosting/contract.ts'
import { useNight } from '#modules/hosting/screens/night/use-night.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { shownSplit, splitIn } from '#modules/sessions/rules/split-choice.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useTakenOver } from '#web/kit/visit.tsx'
import { isTold } from './rules/is-told.ts'

type Race = {
  readonly live: LiveView | undefined
  readonly entries: PublicEntryList | EntryList | undefined
  /** Those who drive on the server of that split. */
  readonly field: PublicEntryList['entries']
  /** How many they are. */
  readonly driving: number
}

/** Where the race of the reader's split is, and who drives in it: the page has come with it. */
export function useRace(event: EventView): Race {
  const isSignedIn = useMe() !== null
  const isTakenOver = useTakenOver()
  const own = useAsk(entriesContract.entryList, { refId: event.id }, { when: isSignedIn }).data
  const open = useAsk(entriesContract.publicEntryList, { refId: event.id }, { when: !isSignedIn }).data
  const ownNight = useNight(event)
  const openNight = useAsk(hostingContract.publicNight, { id: event.id }, { when: !isSignedIn && isTold(event) }).data
  const night = (ownNight ?? openNight)?.live ?? undefined
  const chosen = splitIn(useAddressChoice('split')[0])
  const splitNo = shownSplit(chosen, own?.mine?.splitNo ?? null, event.splitStatuses)
  const id = event.splitStatuses.find((split) => split.splitNo === splitNo)?.splitId
  const asks = isTakenOver && id !== undefined && isTold(event)
  useLive(asks ? [`split:${id}`] : [])
  const params = { id: id ?? (event.id as never) }
  const inside = useAsk(hostingContract.live, params, { when: asks && isSignedIn }).data
  const outside = useAsk(hostingContract.publicLive, params, { when: asks && !isSignedIn }).data
  const drawn = night?.splitNo === splitNo ? night : undefined
  const entries = own ?? open
  const driving = entries?.splits?.splits.find((split) => split.splitNo === splitNo)?.entries ?? event.taken
  const field = entries?.entries.filter((entry) => event.splitCount === 1 || entry.splitNo === splitNo) ?? []
  if (!isTold(event)) return { live: undefined, entries, field, driving }
  return { live: (isSignedIn ? inside : outside) ?? drawn, entries, field, driving }
}
