/** What takes long to make, once for each key: formats of the browser above all. `most` are kept. */
export function remembered<Made>(make: (key: string) => Made, most = 64): (key: string) => Made {
  const known = new Map<string, Made>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= most) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}
