import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createClient, drawnOf, type Answer, type OwnData } from './app.tsx'
import { json } from './document.ts'
import { drawWith } from './kit/ask.ts'
import { byReads } from './kit/island/by-reads.ts'
import { MadeOfContext, ownWords, type OwnWord } from './kit/island/own-words.ts'
import { PersonalRead, somebody, withOwn, withoutOwn, type Habits } from './kit/island/somebody.ts'
import { MeProvider } from './kit/me.ts'
import { NavigationContext, PlaceContext } from './kit/navigation.ts'
import { TextsProvider } from './kit/texts.tsx'
import { VisitProvider } from './kit/visit.tsx'
import { draw, drawPage, type Drawing, type Rendered } from './draw-page.tsx'
import { placeOf } from './router.ts'

/** A page drawn for many signed-in readers, with holes for what is each one's own (docs/decisions/0011). */
export type ForMany<Piece> = {
  /** `own` and the islands of `html` are marked; `split` cuts a document at the marks. */
  readonly rendered: Rendered
  readonly split: (html: string) => readonly string[]
  /** What one reader finds in the holes, in their order: the head of their parts, pieces of islands with their own words between them, their data. */
  readonly fill: (own: OwnData) => Promise<readonly (readonly (Piece | string)[])[]>
}

/** Of each island so many are kept, for readers who differ in what it shows. */
const MOST_DRAWN = 200

type Word = OwnWord<OwnData>
const isWord = (piece: unknown): piece is Word => typeof piece === 'function'
/** What islands show of a reader as it is: who they are, and what their communities are called. */
const isOwnWords = ([first, second, , fourth, ...more]: readonly string[]): boolean =>
  first === 'me' && more.length === 0 && (fourth === undefined ? second === 'name' || second === 'id' : second === 'memberships' && fourth === 'name')
const wordsAt = (theirs: OwnData, path: readonly string[]): string =>
  path.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], theirs) as string

export const isPersonalRead = (fault: unknown): boolean => fault instanceof PersonalRead

/**
 * Draws a page for somebody of whom no more is known than their habits. `own` names, for each answer, what of it is somebody's own: to read that,
 * or anything of the reader, outside of an island is a fault. `mark` stands in no text of anybody. `pieceOf` makes of an island's html what is
 * kept of it, once for all readers who are alike in what it shows but for their words; `headOf` is what the head has for its parts.
 */
export async function drawForMany<Piece>(
  input: Drawing & {
    readonly habits: Habits
    readonly own: readonly (readonly string[])[]
    readonly mark: string
    readonly pieceOf: (html: string) => Piece
    readonly headOf: (rendered: Rendered, parts: readonly string[]) => string
  },
): Promise<ForMany<Piece>> {
  const { habits, own, mark, pieceOf, headOf, ...drawing } = input
  const inIslands: ReactNode[] = []
  const heads = new Map<string, Piece>()
  const words = ownWords<OwnData>(`${mark}-own`)
  const marks = new Map<string, string>()
  const known = drawnWith(somebody(habits), withoutOwn)
  const { drawn, router, texts, visit } = await drawPage(drawing, known, (part) => hole(inIslands.push(part) - 1))
  const rendered = { ...drawn, own: mark, ownParts: mark, hasZone: habits.timeZone !== null }
  const rooms = Object.keys(drawn.page.rooms).length
  // a part that waited is drawn twice: the holes of the html say which
  const islands = [...rendered.html.matchAll(holes())].map(([, place]) =>
    byReads((theirs: OwnData) => islandOf(Number(place), theirs), MOST_DRAWN, markAt),
  )
  return {
    rendered,
    split: (html) => html.split(new RegExp(`<x-island id="${mark}-\\d+"></x-island>|${mark}`)),
    fill: async (theirs) => {
      const drawn = await Promise.all(islands.map((island) => island(theirs)))
      const head = headWith([...new Set(drawn.flatMap(({ parts }) => parts))])
      return [[head], ...drawn.map(({ pieces }) => pieces.map((piece) => (isWord(piece) ? piece(theirs) : piece))), [json(theirs)]]
    },
  }

  function headWith(parts: readonly string[]): Piece {
    const key = parts.join(' ')
    const head = heads.get(key) ?? pieceOf(headOf(rendered, parts))
    heads.set(key, head)
    return head
  }
  async function islandOf(
    place: number,
    theirs: OwnData,
  ): Promise<{ readonly pieces: readonly (Piece | Word)[]; readonly parts: readonly string[] }> {
    const client = createClient()
    const known = drawnWith(theirs.me, (answer, names, at) => withOwn(answer, names, (name) => theirs.answers[at]?.[name as never]))
    drawWith(client, known)
    const drawn = await draw(within(client, inIslands[place]))
    client.clear()
    if (Object.keys(texts.usedRooms()).length > rooms) throw new Error(`an island of ${drawing.url} shows texts of a room it does not name`)
    return { parts: drawn.parts, pieces: words.pieces(drawn.html).map((piece) => (typeof piece === 'string' ? pieceOf(piece) : piece)) }
  }
  function markAt(path: readonly string[]): string | null {
    if (!isOwnWords(path)) return null
    const key = path.join('.')
    const known = marks.get(key) ?? words.mark((theirs) => wordsAt(theirs, path))
    marks.set(key, known)
    return known
  }
  function drawnWith(me: unknown, join: (answer: object, own: readonly string[], place: number) => object): ReturnType<typeof drawnOf> {
    const whole = (answer: Answer, place: number): Answer =>
      'value' in answer ? { ...answer, value: join(answer.value as object, own[place] ?? [], place) } : answer
    return drawnOf(drawing.data.map(whole), { me, answers: {} })
  }
  function hole(place: number): ReactNode {
    const Hole = 'x-island' as 'span'
    return <Hole id={`${mark}-${place}`} />
  }
  function holes(): RegExp {
    return new RegExp(`<x-island id="${mark}-(\\d+)"></x-island>`, 'g')
  }
  /** What stands around a part within the page. */
  function within(client: ReturnType<typeof createClient>, part: ReactNode): ReactNode {
    return (
      <VisitProvider visit={visit}>
        <TextsProvider texts={texts}>
          <QueryClientProvider client={client}>
            <NavigationContext value={router}>
              <MadeOfContext value={words.madeOf}>
                <PlaceContext value={placeOf(router, router.view().shown, router.view().place)}>
                  <MeProvider>{part}</MeProvider>
                </PlaceContext>
              </MadeOfContext>
            </NavigationContext>
          </QueryClientProvider>
        </TextsProvider>
      </VisitProvider>
    )
  }
}
