import { isRefusal } from '../http.ts'
import { back, pause, show, startedWith } from './connection.ts'
import { hasTyped } from './typed-here.ts'

/** As often as a file of our own build is tried while the server answers: more is not a matter of the network. */
const MOST_TRIES = 3
const RELOADED = 'reloaded'

/**
 * Asks until an answer comes; a refusal is one. That there is too much to do just now is none to a page that `holds` an older answer: that
 * would stand there until the next news.
 */
export async function untilAnswered<T>(ask: () => Promise<T>, signal?: AbortSignal, holds?: () => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (fault) {
      if (!isRefusal(fault, 'UNAVAILABLE', 'RATE_LIMIT_EXCEEDED')) throw fault
      const isBusy = fault.status !== 0
      if (isBusy && !holds?.()) throw fault
      if (!isBusy) await back()
      signal?.throwIfAborted()
      if (isBusy || tries > 1) await pause(tries)
    }
  }
}

/**
 * Loads a part of the build, however often that takes. A part that is gone because a newer build is out loads the address anew, once;
 * `leaving` says that the reader is on the way from one page to the next. Otherwise nothing happens to what was typed: the page says
 * that a new version is here.
 */
export async function loadPart<T>(load: () => Promise<T>, leaving = false): Promise<T> {
  let missed: string | undefined
  for (let tries = 1; ; tries++) {
    try {
      if (tries > 1) await missingStyles()
      // some browsers never ask again for a file that did not come, unless it is called otherwise
      return await (missed ? (import(/* @vite-ignore */ `${missed}?${tries}`) as Promise<T>) : load())
    } catch (fault) {
      if (import.meta.env.SSR) throw fault
      missed ??= namedIn(fault)
      const found = await back()
      if (found === 'same' && tries < MOST_TRIES) {
        await pause(tries)
        continue
      }
      show('newer')
      if (leaving || !hasTyped()) reloadOnce(fault)
      return new Promise(() => {})
    }
  }
}

/** The file a browser did not get, as its own words name it. */
const namedIn = (fault: unknown): string | undefined => /https?:\/\/\S+\.js/.exec(String(fault))?.[0]

/** The address anew, unless this very build has been given again after that. */
function reloadOnce(fault: unknown): void {
  if (sessionStorage.getItem(RELOADED) === startedWith()) throw fault
  sessionStorage.setItem(RELOADED, startedWith())
  location.reload()
}

/** The loader asks for a style sheet once only, and takes one that did not come for loaded. */
async function missingStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')].filter(({ sheet }) => !sheet)
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', resolve)
          again.addEventListener('error', reject)
          link.replaceWith(again)
        }),
    ),
  )
}
