import { createContext, use } from 'react'

/**
 * Words of a reader that an island shows as they are: their name. It is drawn once with a mark where they stand and filled for each reader.
 * Nothing can be found out from such words while drawing; what is made of them, initials of a name, is made through `useMadeOf`.
 */
export type OwnWords<Own> = {
  /** What stands for words: `of` finds them in a reader's own. */
  readonly mark: (of: OwnWord<Own>) => string
  /** As `make`, for a text that may hold marks. */
  readonly madeOf: MadeOf
  /** Cuts html at the marks. */
  readonly pieces: (html: string) => readonly (string | OwnWord<Own>)[]
}
export type OwnWord<Own> = (own: Own) => string
type MadeOf = (text: string, make: (text: string) => string) => string

export const MadeOfContext = createContext<MadeOf>((text, make) => make(text))
export const useMadeOf = (): MadeOf => use(MadeOfContext)

/** `sign` stands in no text of anybody, and in html as it is. */
export function ownWords<Own>(sign: string): OwnWords<Own> {
  const known: OwnWord<Own>[] = []
  const marks = new RegExp(`${sign}-(\\d+)-`)
  const mark = (of: OwnWord<Own>): string => `${sign}-${known.push(of) - 1}-`
  // every second piece is the number of a mark
  const cut = (text: string): readonly (string | OwnWord<Own>)[] =>
    text.split(marks).map((piece, at) => (at % 2 === 0 ? piece : known[Number(piece)]!))
  return {
    mark,
    madeOf: (text, make) => {
      if (!marks.test(text)) return make(text)
      const pieces = cut(text)
      return mark((own) => make(pieces.map((piece) => (typeof piece === 'string' ? piece : piece(own))).join('')))
    },
    pieces: (html) =>
      cut(html)
        .filter((piece) => piece !== '')
        .map((piece) => (typeof piece === 'string' ? piece : (own: Own) => escape(piece(own)))),
  }
}

/** As React writes texts and attributes. */
const escape = (text: string): string => text.replace(/["'&<>]/g, (sign) => ESCAPED[sign]!)
const ESCAPED: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' }
