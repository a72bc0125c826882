import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

type Focus = { readonly tag: string; readonly name: string; readonly inDialog: boolean }
/** Where the focus is. */
export const focus = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const at = document.activeElement ?? document.body
    return {
      tag: at.tagName.toLowerCase(),
      name: at.getAttribute('aria-label') ?? (at.firstChild?.nodeType === 3 ? at.firstChild.textContent! : (at.textContent ?? '')).trim(),
      inDialog: at.closest('dialog') !== null,
    }
  })

/** Waits until it is there. */
export async function focusIs(page: Page, is: (tag: string, name: string, inDialog: boolean) => boolean): Promise<void> {
  const endsAt = performance.now() + 15_000
  for (;;) {
    const { tag, name, inDialog } = await focus(page)
    if (is(tag, name, inDialog)) return
    if (performance.now() > endsAt) assert.fail(`the focus is on ${tag} “${name.slice(0, 60)}”, ${inDialog ? 'in' : 'outside of'} the dialog`)
    await page.waitForTimeout(50)
  }
}
