/** What says nothing of where a track is: what kind of place it is, who pays for it, little words. */
const NO_PLACE =
  /^(circuit|circuito|autodrome?|autodromo|international|internazionale|nazionale|raceway|speedway|motorsport|motorland|motor|park|grand|prix|world|city|weathertech|michelin|dekra|racecourse|the|of|at|de|del|do|da|la|le|les|des|di|e|legacy|retired|tt)$/

/** Three letters for a track, as timing screens have them: of its place, two words give two and one. */
export function trackCode(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
  const places = words.filter((word) => !NO_PLACE.test(word))
  const [first = '', second = ''] = places.length > 0 ? places : words
  const letters = places.length === 2 && first.length > 3 && first.length < 7 ? first.slice(0, 2) + second : first + second
  return letters.slice(0, 3).toUpperCase()
}

/** A clean race has at most so many incident points (decisions.md §4); fewer of them in a row are luck. */
export const CLEAN_POINTS = 3
export const CLEAN_RUN = 5
/** Who drove every round of a season of fewer was there by chance. */
export const IRON_ROUNDS = 3
