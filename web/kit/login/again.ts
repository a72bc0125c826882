import { useSyncExternalStore } from 'react'

/** How a login that ended was taken up again: as the same person, or not. */
type Ended = 'same' | 'other' | 'no'

const CHANNEL = 'login'
/** Whom this page was drawn for. */
let expected: string | null = null
let asked: { readonly answer: Promise<Ended>; readonly end: (how: Ended) => void } | null = null
/** How the last question ended; after a no only what the reader does themselves asks again. */
let ended: Ended = 'same'
const listeners = new Set<() => void>()

/**
 * In the browser, once: whom the page is drawn for. Every other page of this browser hears who is logged in; a page of somebody else says
 * so before anything is done there in the wrong name.
 */
export function expectLogin(userId: string | null): void {
  expected = userId
  if (!userId) return
  onLoginElsewhere((id) => {
    if (expected && id !== expected) void loggedInAgain(true)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  new BroadcastChannel(CHANNEL).postMessage(userId)
}

/** The page goes to be another's, or nobody's: nothing is asked of it any more. */
export function forgetLogin(): void {
  expected = null
}

export const expectedUser = (): string | null => expected

/**
 * What was refused for want of a login is done once more when the same person is back; `false` where they are not. `isWanted`: the reader
 * did it, the page did not.
 */
export async function loggedInAgain(isWanted: boolean): Promise<boolean> {
  if (!expected || (ended !== 'same' && !isWanted)) return false
  if (!asked) {
    let end!: (how: Ended) => void
    const answer = new Promise<Ended>((resolve) => {
      end = resolve
    })
    ask({ answer, end })
  }
  return (await asked!.answer) === 'same'
}

/** Whether somebody else is logged in, and this page was kept as it was. */
export const isAnother = (): boolean => ended === 'other'

export function endAsking(how: Ended): void {
  ended = how
  asked?.end(how)
  ask(null)
}

export const useAskedForLogin = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked !== null,
    () => false,
  )

/** Calls when somebody has logged in on another page of this browser; answers what ends that. */
export function onLoginElsewhere(heard: (userId: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => heard(data))
  return () => channel.close()
}

function ask(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}
