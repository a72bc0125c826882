import { startTransition } from 'react'
import { App, createClient, drawnOf, refusedOf, type OwnData, type PageData } from './app.tsx'
import { followHead } from './head.ts'
import { drawWith } from './kit/ask.ts'
import { noteDocumentTime } from './kit/clock.ts'
import { followConnection } from './kit/connection/connection.ts'
import { loadDrawn } from './kit/lazy.tsx'
import { followTyping } from './kit/connection/typed-here.ts'
import type { MeView } from '#modules/accounts/contract.ts'
import { browserHistory, type Place } from './kit/place/history.ts'
import { followScroll } from './kit/place/scroll.ts'
import { keepFocus } from './kit/focus/focus.ts'
import { followPresses } from './kit/focus/pressing.ts'
import { expectLogin } from './kit/login/again.ts'
import { catchUp, restUnseen } from './kit/live.ts'
import { leaveDrawn } from './kit/visit.tsx'
import { listRooms, loadRoom } from './kit/texts/load.ts'
import { createTexts } from './kit/texts.tsx'
import { sayUnsaid } from './kit/toast.ts'
import { takeOver } from './react.ts'
import { wearLateFonts } from './style/late-fonts.ts'
import { createPaddockRouter, type PaddockRouter, type View } from './router.ts'

const FIRST_MOVES = ['pointermove', 'pointerdown', 'keydown', 'scroll']

// nothing here is waited for: a page's file needs this one to have run
void nextTask().then(start)

/** Takes over the page the server has drawn: same data, same texts, same moment. */
async function start(): Promise<void> {
  noteDocumentTime()
  const page = read('data') as PageData
  const own = read('own') as OwnData | null
  const client = createClient()
  // a kept page is as good as new, however long ago it was drawn: what changed since is told when it begins to listen
  drawWith(client, drawnOf(page.data, own))
  const texts = createTexts(page.locale, page.rooms, (room) => loadRoom(page.locale, room))
  const refused = new Map(refusedOf(page.data))
  const router = createPaddockRouter(client, browserHistory(), refused)
  const painted = followViews(router, followHead(client, texts, page.productName))
  followConnection(() => catchUp(client))
  restUnseen(client)
  followTyping()
  sayUnsaid()
  keepFocus()
  followPresses()
  expectLogin((own?.me as MeView | undefined)?.id ?? null)
  await nextTask()
  // The first page's file and data are here before React starts, so its first paint is the server's.
  await router.load()
  await loadDrawn(drawnParts())
  // whoever comes back to this page later asks again
  refused.clear()
  await nextTask()
  // as a transition it is done in pieces, between which the page answers: React takes a first drawing over in one otherwise
  startTransition(() => {
    takeOver(document.getElementById('root')!, <App router={router} client={client} texts={texts} visit={page} painted={painted} />)
  })
  // whoever does nothing needs nothing more
  for (const kind of FIRST_MOVES) addEventListener(kind, listRooms, { once: true, passive: true, capture: true })
}

/** What goes along with the page on the screen: how far it was read, its title, the focus. */
function followViews(router: PaddockRouter, name: ReturnType<typeof followHead>): (view: View) => void {
  const scroll = followScroll()
  let last: Place | null = null
  router.follow(scroll.leave)
  router.follow((next, { place }) => next.place.pathname === place.pathname || leaveDrawn())
  return ({ place, shown }) => {
    if (shown.kind === 'waiting') return
    if (last && last.pathname !== place.pathname) wearLateFonts()
    scroll.arrive(place)
    name(place, last)
    last = place
  }
}

/** The files of the parts the server's drawing is made of (`headOfParts`). */
const drawnParts = (): readonly string[] => [...document.querySelectorAll<HTMLMetaElement>('meta[name=part]')].map(({ content }) => content)

function read(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null')
}

/** Ends the task that is running: a slow phone answers its reader between two long steps. */
function nextTask(): Promise<void> {
  return new Promise((go) => setTimeout(go))
}
