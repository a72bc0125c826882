/** Who may have a mod, where not everybody may. */
export const ONLY_FOR = ['MEMBERS'] as const
export type OnlyFor = (typeof ONLY_FOR)[number]

export const MOD = { name: 80, version: 30, url: 500, contents: 100, contentId: 80 } as const
/** Of one community and game. */
export const MODS_AT_MOST = 200

/** The site a link leads to, as a reader can check it: a name in letters of another script shows its signs. */
export const hostOf = (url: string): string => new URL(url).host

/** A name before an @ makes a link look as if it led elsewhere than it does. */
export const isPlainLink = (url: string): boolean => {
  const { protocol, username, password } = new URL(url)
  return protocol === 'https:' && username === '' && password === ''
}

/** What somebody may have of a list: members all of it; what is left out for others is counted. */
export function forReader<Mod extends { readonly onlyFor: OnlyFor | null }>(
  mods: readonly Mod[],
  isMember: boolean,
): { readonly mods: Mod[]; readonly membersOnly: number } {
  const open = mods.filter(({ onlyFor }) => onlyFor === null || isMember)
  return { mods: open, membersOnly: mods.length - open.length }
}
