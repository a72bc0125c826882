/** What a room exports to be plugged into the machine, by the type or the maker it stands under. */
const PLUGGED = /^export const (\w+)(?:: (?:(?:readonly )?(?:Listener|Within|Invariant|Keep|Deed)\[\]|(?:Personal|Hears)\b)| = does\()/gm

/** What the rooms say of themselves (`modules/<room>/room.ts`), in the order of `server/registry.ts`, and then what is below them. */
export function registryOf(read: (file: string) => string): string {
  const list = read('server/registry.ts')
  const fileOf = new Map([...list.matchAll(/^import \{ (\w+) \} from '#(modules\/[a-z-]+\/room\.ts)'$/gm)].map(([, name, file]) => [name!, file!]))
  const rooms = [...list.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => fileOf.get(name!)!)
  return [...rooms, 'server/db/tables-below.ts'].map(read).join('\n')
}

/** Of a file what its room does not name: nothing of it happens, and nothing else says so. */
export function unregistered(file: string, text: string, registry: string): readonly string[] {
  const [area, room] = file.split('/')
  if (area !== 'modules' || /\.(test|fixture)\.tsx?$/.test(file)) return []
  const listed = new Set(registry.replaceAll(/^import .*$/gm, '').match(/\w+/g))
  return [...text.matchAll(PLUGGED)]
    .map(([, name]) => name!)
    .filter((name) => !listed.has(name))
    .map((name) => `exports ${name}, which modules/${room}/room.ts does not name: nothing of it happens`)
}
