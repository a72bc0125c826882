import { use } from 'react'
import { useAllTexts, type RoomName, type Text } from '../texts.tsx'

/** The texts of several rooms, asked for together: each by itself would wait for the one before it. */
export function useTextsOf<Room extends RoomName>(rooms: readonly Room[]): { readonly [One in Room]: Text<One> } {
  const texts = useAllTexts()
  for (const room of rooms) void texts.ofRoom(room)
  for (const room of rooms) {
    const waited = texts.waitedFor(room)
    if (waited) use(waited)
  }
  return Object.fromEntries(rooms.map((room) => [room, texts.ofRoom(room)])) as { readonly [One in Room]: Text<One> }
}
