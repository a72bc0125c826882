/** The texts of one room in one language, nested as in its file. */
export type RoomTexts = Readonly<Record<string, unknown>>

/** The text at a key with dots; `undefined` where there is none. */
export function lookUp(texts: RoomTexts, key: string): string | undefined {
  let place: unknown = texts
  for (const part of key.split('.')) place = typeof place === 'object' && place !== null ? (place as RoomTexts)[part] : undefined
  return typeof place === 'string' ? place : undefined
}

/** A text with its `{{name}}`s filled. */
export const filled = (template: string, valueOf: (name: string) => string): string =>
  template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => valueOf(name))
