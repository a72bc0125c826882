import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createClient, drawnOf, type Answer, type OwnData } from './app.tsx'
import { json } from './document.ts'
import { drawWith } from './kit/ask.ts'
import { PersonalRead, somebody, withoutOwn, type Habits } from './kit/island/somebody.ts'
import { NavigationContext, PlaceContext } from './kit/navigation.ts'
import { TextsProvider } from './kit/texts.tsx'
import { VisitProvider } from './kit/visit.tsx'
import { drawPage, type Drawing, type Rendered } from './draw-page.tsx'

/** A page drawn for many signed-in readers, with holes for what is each one's own (docs/decisions/0011). */
export type ForMany = {
  /** `own` and the islands of `html` are marked; `split` cuts a document at the marks. */
  readonly rendered: Rendered
  readonly split: (html: string) => readonly string[]
  /** What one reader finds in the holes, in their order. */
  readonly fill: (own: OwnData) => readonly string[]
}

export const isPersonalRead = (fault: unknown): boolean => fault instanceof PersonalRead

/**
 * Draws a page for somebody of whom no more is known than their habits. `own` names, for each answer, what of it is somebody's own: to read that,
 * or anything of the reader, outside of an island is a fault. `mark` stands in no text of anybody.
 */
export async function drawForMany(
  input: Drawing & { readonly habits: Habits; readonly own: readonly (readonly string[])[]; readonly mark: string },
): Promise<ForMany> {
  const { habits, own, mark, ...drawing } = input
  const parts: ReactNode[] = []
  const known = drawnOf(drawing.data.map(guard), { me: somebody(habits), answers: {} })
  const { drawn, router, texts, visit } = await drawPage(drawing, known, (part) => hole(parts.push(part) - 1))
  const rendered = { ...drawn, own: mark, hasZone: habits.timeZone !== null }
  const rooms = Object.keys(drawn.page.rooms).length
  // a part that waited is drawn twice: the holes of the html say which
  const places = [...rendered.html.matchAll(holes())].map(([, place]) => Number(place))
  return {
    rendered,
    split: (html) => html.split(new RegExp(`<x-island id="${mark}-\\d+"></x-island>|${mark}`)),
    fill: (theirs) => {
      const client = createClient()
      drawWith(client, drawnOf(drawing.data, theirs))
      const html = places.map((place) => renderToString(within(client, parts[place])))
      client.clear()
      if (Object.keys(texts.usedRooms()).length > rooms) throw new Error(`an island of ${drawing.url} shows texts of a room it does not name`)
      return [...html, json(theirs)]
    },
  }

  function guard(answer: Answer, place: number): Answer {
    return 'value' in answer ? { ...answer, value: withoutOwn(answer.value as object, own[place] ?? []) } : answer
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
              <PlaceContext value={router.view().place}>{part}</PlaceContext>
            </NavigationContext>
          </QueryClientProvider>
        </TextsProvider>
      </VisitProvider>
    )
  }
}
