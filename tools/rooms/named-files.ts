/**
 * What a page of words names as a file or a folder of this tree and what is not there: between backticks or as a link, from one of `tops` on,
 * or by a file's own name. A number stands for the file it begins (docs/decisions/0004), `<room>` and `*` for any.
 */
export function missingFiles(text: string, files: readonly string[], tops: ReadonlySet<string>): readonly string[] {
  const code = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!)
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, name]) => name!).filter((name) => !name.includes('://'))
  const plain = [...text.matchAll(/(?<![\w./`#-])docs\/[\w./-]*\w/g)].map(([name]) => name)
  const named = [...code, ...links, ...plain].map((name) => name.replace(/^\.\//, '').replace(/\/$/, ''))
  return [...new Set(named)].filter((name) => isOfTree(name, tops) && !files.some(matcher(name)))
}

const isOfTree = (name: string, tops: ReadonlySet<string>): boolean =>
  /^[\w<>*.-]+(\/[\w<>*.-]+)*$/.test(name) && (name.includes('/') ? tops.has(name.split('/')[0]!) : /^[A-Z]+\.md$/.test(name))

function matcher(name: string): (file: string) => boolean {
  const any = name.split(/<\w+>|\*/).map((part) => part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${any.join('[^/]+')}(?:/.+|${/\/\d{4}$/.test(name) ? '-.+' : ''})?$`)
  return (file) => pattern.test(file)
}
