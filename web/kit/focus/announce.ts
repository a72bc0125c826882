/** The id of the line that is read aloud and not drawn; React leaves what stands in it alone. */
export const SAID = 'said'

/** Says something to who does not see it. */
export function announce(words: string): void {
  const line = document.getElementById(SAID)
  if (line) line.textContent = words
}
