import { createContext, use, useMemo, type ReactNode } from 'react'
import type { Locale } from '#core/locale.ts'
import type { TextKeys } from '#core/texts/keys.ts'
import { wordsOf, type TextValues, type RoomName, type RoomTexts, type Text, type TextKey } from './texts/words.ts'

export type { RoomName, RoomTexts, Text, TextKey } from './texts/words.ts'

/** One language's texts. Rooms not there yet are loaded when a component first asks for them. */
export type Texts = {
  readonly locale: Locale
  readonly ofRoom: <Room extends RoomName>(room: Room) => Text<Room> | Promise<void>
  /** What was waited for until a room was here; nothing for a room that came with the page. */
  readonly waitedFor: (room: string) => Promise<void> | undefined
  /** Rooms asked for so far: what the server puts into the page. */
  readonly usedRooms: () => Readonly<Record<string, RoomTexts>>
}

/** Texts for one render or one visit; `load` brings a room that `have` lacks. */
export function createTexts(locale: Locale, have: Readonly<Record<string, RoomTexts>>, load: (room: string) => Promise<RoomTexts>): Texts {
  const rooms = new Map(Object.entries(have))
  const used: Record<string, RoomTexts> = {}
  const ready = new Map<string, Text<never>>()
  const coming = new Map<string, Promise<void>>()
  const fetchRoom = async (room: string): Promise<void> => {
    rooms.set(room, await load(room))
  }
  const ofRoom = <Room extends RoomName>(room: Room): Text<Room> | Promise<void> => {
    const known = ready.get(room)
    if (known) return known as Text<Room>
    const texts = rooms.get(room)
    if (texts) {
      used[room] = texts
      const words = wordsOf<Room>(texts, locale)
      ready.set(room, words as Text<never>)
      return words
    }
    const loading = coming.get(room) ?? fetchRoom(room)
    coming.set(room, loading)
    return loading
  }
  return { locale, ofRoom, waitedFor: (room) => coming.get(room), usedRooms: () => used }
}

const TextsContext = createContext<Texts | null>(null)
export const TextsProvider = (props: { readonly texts: Texts; readonly children: ReactNode }) => (
  <TextsContext value={props.texts}>{props.children}</TextsContext>
)

/** The texts of a room's file: `const text = useTexts('protests')`, then `text('dialog.title')`. Waits by suspending where the file is not here yet. */
export function useTexts<Room extends RoomName>(room: Room): Text<Room> {
  const texts = useAllTexts()
  texts.ofRoom(room)
  const waited = texts.waitedFor(room)
  // Also when it is long over: React draws a component that waited once more, and wants it to come by the same promise.
  if (waited) use(waited)
  return texts.ofRoom(room) as Text<Room>
}

export function useAllTexts(): Texts {
  const texts = use(TextsContext)
  if (!texts) throw new Error('useTexts outside of TextsProvider')
  return texts
}

export const useLocale = (): Locale => useAllTexts().locale

/** A text with parts of its own: `rich('terms', { link: (words) => <a …>{words}</a> })` fills `<link>words</link>`. */
export function useRich<Room extends RoomName>(room: Room) {
  const text = useTexts(room)
  return useMemo(
    () =>
      <Key extends TextKey<Room>>(
        key: Key,
        parts: Readonly<Record<string, (words: string) => ReactNode>>,
        ...values: TextValues<TextKeys[Room][Key] & string>
      ): ReactNode[] =>
        text(key, ...values)
          .split(/(<\w+>.*?<\/\w+>)/)
          .map((piece) => {
            const match = /^<(\w+)>(.*)<\/\w+>$/.exec(piece)
            return match?.[1] && parts[match[1]] ? <span key={piece}>{parts[match[1]]?.(match[2] ?? '')}</span> : piece
          }),
    [text],
  )
}
