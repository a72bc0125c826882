/**
 * Keeps what scrolls sideways so far that `one` of its buttons stands in its middle, also once counts and letters have come that make those
 * before it wider; the page itself stays where it is. The row is `position: relative`. Ends with what it returns.
 */
export function keepInSight(row: HTMLElement, one: HTMLElement): () => void {
  // begins with the sizes there are, before anything is painted
  const sizes = new ResizeObserver(() => {
    row.scrollLeft = one.offsetLeft + (one.offsetWidth - row.offsetWidth) / 2
  })
  for (const each of [row, ...row.querySelectorAll('button')]) sizes.observe(each)
  return () => sizes.disconnect()
}
