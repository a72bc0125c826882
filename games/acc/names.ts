/** ACC holds a first and a last name. The first blank parts them; `joinName` gives back the same name whatever it was. */
export function splitName(name: string): { readonly firstName: string; readonly lastName: string } {
  const at = name.indexOf(' ')
  return at > 0 ? { firstName: name.slice(0, at), lastName: name.slice(at + 1) } : { firstName: '', lastName: name }
}

export const joinName = (firstName: string, lastName: string): string => (firstName === '' ? lastName : `${firstName} ${lastName}`)

/** Three capitals for the timing screen, from the last name where there is one. */
export function shortNameOf(name: string): string {
  const { firstName, lastName } = splitName(name)
  return (letters(lastName) + letters(firstName)).slice(0, 3).toUpperCase().padEnd(3, 'X')
}

const letters = (text: string): string => text.normalize('NFD').replaceAll(/[^a-z]/gi, '')
