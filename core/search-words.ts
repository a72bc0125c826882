/** What somebody looks for, however it was typed or pasted: one space between words, none around them. U+FFFD is what a broken sign becomes on its way. */
export const searchWords = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/[\s\uFFFD]+/g, ' ')
    .trim()
