/** What a room exports to be plugged into the machine, by the type or the maker it stands under. */
const PLUGGED = /^export const (\w+)(?:: (?:(?:readonly )?(?:Listener|Within|Invariant|Keep|Deed)\[\]|(?:Personal|Hears)\b)| = does\()/gm

/** Of a file what the room list does not name: nothing of it happens, and nothing else says so. */
export function unregistered(file: string, text: string, registry: string): readonly string[] {
  const [area, room] = file.split('/')
  if (area !== 'modules' || /\.(test|fixture)\.tsx?$/.test(file)) return []
  const listed = new Set(registry.replaceAll(/^import .*$/gm, '').match(/\w+/g))
  return [...text.matchAll(PLUGGED)]
    .map(([, name]) => name!)
    .filter((name) => !listed.has(name))
    .map((name) => `exports ${name}, which is not in the line of ${room} in server/registry.ts: nothing of it happens`)
}
