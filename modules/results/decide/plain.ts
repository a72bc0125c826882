/** A text of a foreign file as PostgreSQL can keep it: well-formed, without control and direction marks, blanks collapsed, at most 100 characters. */
export const plain = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFFFE\uFFFF]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 100)
    .join('')
