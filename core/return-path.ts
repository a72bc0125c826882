const HERE = 'http://own.invalid'

/** A path of our own to return to: path, query and hash only, at most 512 characters; anything else becomes `/`. */
export function returnPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > 512 || !wanted.startsWith('/') || /[\u0000-\u0020\\]/.test(wanted)) return '/'
  if (!URL.canParse(wanted, HERE)) return '/'
  const url = new URL(wanted, HERE)
  if (url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
