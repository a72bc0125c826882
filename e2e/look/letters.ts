import type { Page } from 'playwright-core'

/** Chromium as a reader has it who chose letters twice as large in its settings. */
export const TWICE_AS_LARGE = '--blink-settings=defaultFontSize=32'

/** What of a page's words cannot be read: cut off by the box they stand in, or written over each other; and how far it scrolls sideways. */
export const unreadable = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    type Word = { readonly text: string; readonly box: DOMRect; readonly owner: Element }
    const clips = (value: string): boolean => value === 'hidden' || value === 'clip'
    const faults: string[] = []
    const words: Word[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement!
      const text = node.textContent!.trim()
      // drawn, not written: a track's name behind a picture; and what is laid out only when it comes near the window
      if (
        text === '' ||
        !owner.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) ||
        owner.closest('[aria-hidden="true"], script, style')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) seen({ text: text.slice(0, 40), box, owner })
    }
    for (const [at, one] of words.entries())
      for (const other of words.slice(at + 1))
        if (one.owner !== other.owner && overlap(one, other) && stays(one.owner) === stays(other.owner))
          faults.push(`"${one.text}" is written over "${other.text}"`)
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (sideways > 0) faults.push(`scrolls sideways by ${sideways} px`)
    return [...new Set(faults)]

    function seen({ text, box, owner }: Word): void {
      let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom]
      for (let frame: Element | null = owner; frame; frame = frame.parentElement) {
        const style = getComputedStyle(frame)
        if (style.position === 'fixed' || style.clipPath !== 'none') return
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
        const edge = frame.getBoundingClientRect()
        // what says by an ellipsis that more follows leads to where it stands whole
        const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        const isCut =
          (clips(style.overflowX) && (left < edge.left - 1 || right > edge.right + 1)) || (clips(style.overflowY) && bottom > edge.bottom + 4)
        if (isCut && !isShortened) faults.push(`"${text}" is cut off`)
        ;[left, right, top, bottom] = [Math.max(left, edge.left), Math.min(right, edge.right), Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
      }
      if (right - left > 1 && bottom - top > 1) words.push({ text, owner, box: new DOMRect(left, top, right - left, bottom - top) })
    }

    /** A column that stays covers what is scrolled under it, unless that shines through. */
    function stays(owner: Element): boolean {
      for (let box: Element | null = owner; box; box = box.parentElement) {
        const { position, backgroundColor } = getComputedStyle(box)
        if (position === 'sticky') return !backgroundColor.startsWith('rgba(') && !backgroundColor.includes('/')
      }
      return false
    }

    /** Lines stand close: only where the letters themselves meet, not their line boxes. */
    function overlap({ box: a }: Word, { box: b }: Word): boolean {
      const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)]
      return across > 2 && down > Math.min(a.height, b.height) * 0.35
    }
  })
