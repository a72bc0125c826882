/** Moves what scrolls sideways so far that `one` of it stands in its middle; the page itself stays where it is. */
export function bringInSight(row: HTMLElement, one: Element): void {
  const [room, own] = [row.getBoundingClientRect(), one.getBoundingClientRect()]
  row.scrollLeft += own.left + own.width / 2 - room.left - room.width / 2
}
