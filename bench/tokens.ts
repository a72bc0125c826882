/** Tokens of an XML text and nothing else: tags with their names and attributes, and the texts between them. Answers how many. */
export function tokensIn(xml: string): number {
  const tokens: (readonly [name: string, attributes: string] | string)[] = []
  for (let at = 0; ;) {
    const open = xml.indexOf('<', at)
    if (open < 0) return tokens.length
    if (open > at) tokens.push(xml.slice(at, open))
    const end = xml.indexOf('>', open)
    if (end < 0) return tokens.length
    const blank = xml.indexOf(' ', open)
    tokens.push(blank > 0 && blank < end ? [xml.slice(open + 1, blank), xml.slice(blank + 1, end)] : [xml.slice(open + 1, end), ''])
    at = end + 1
  }
}
