import path from 'node:path'

const DRAWN = /import (\w+) from '([^']+\.module\.css)'/g

/** Classes that a screen takes from a style sheet of a room and that are not there: what they were to look like nobody sees. */
export function missingClasses(file: string, text: string, read: (file: string) => string | null): readonly string[] {
  return [...text.matchAll(DRAWN)].flatMap(([, name, from]) => {
    const sheet = from!.startsWith('#') ? from!.slice(1) : path.posix.join(path.posix.dirname(file), from!)
    const styles = read(sheet)
    if (styles === null) return [`${sheet}, which is not there`]
    const there = new Set([...styles.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, one]) => one))
    const taken = new Set([...text.matchAll(RegExp(`(?<![\\w./-])${name}\\.(\\w+)`, 'g'))].map(([, one]) => one!))
    return [...taken].filter((one) => !there.has(one)).map((one) => `.${one} of ${sheet}, which has none`)
  })
}
