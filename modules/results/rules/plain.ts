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

/** The same for everything a foreign file's row holds: jsonb takes it, and nothing in it is longer than a name. */
export function plainDeep<T>(value: T): T {
  if (typeof value === 'string') return plain(value) as T
  if (Array.isArray(value)) return value.map(plainDeep) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [plain(key), plainDeep(one as unknown)])) as T
}
