import type { Page } from 'playwright-core'

/** What moved on its own, and by how much of the window. */
export type Moved = { readonly moved: string[]; sum: number }

const LATE_MS = 400

type Shift = {
  readonly value: number
  readonly sources: readonly { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Notes from the first paint on what moves on a page whose parts come late, as on a slow line. */
export async function watchMoves(page: Page): Promise<() => Promise<Moved>> {
  await page.addInitScript(() => {
    const seen: Moved = { moved: [], sum: 0 }
    Object.assign(globalThis, { seen })
    // what is gone by now has no name
    const nameOf = (node: Element | null): string => (node ? `${node.tagName} ${node.className} ${node.textContent?.slice(0, 40)}` : '?')
    const at = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        seen.sum += entry.value
        seen.moved.push(...entry.sources.map(({ node, previousRect, currentRect }) => `${nameOf(node)} ${at(previousRect)} → ${at(currentRect)}`))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // a part comes behind what begins with it
  await page.route(/\/assets\/(?!main|react)[^/]+\.js/, async (route) => {
    await new Promise((go) => setTimeout(go, LATE_MS))
    await route.continue()
  })
  // letters that come later are another matter: none come
  await page.route(/\.woff2$/, (route) => route.fulfill({ status: 200, contentType: 'font/woff2', body: '' }))
  return () => page.evaluate(() => (globalThis as unknown as { seen: Moved }).seen)
}
