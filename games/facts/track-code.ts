/** What says nothing of where a track is: what kind of place it is, who pays for it, little words. */
const NO_PLACE =
  /^(circuito?|autodrome?|autodromos?|internationale?|internazionale|internacional|nazionale|national|raceway|speedway|motorsports?|motorland|motor|race|racing|racecourse|course|track|park|ring|grand|prix|world|city|weathertech|michelin|dekra|the|of|at|de|del|della|des|do|da|du|di|la|le|les|e|legacy|retired|tt)$/

/** Three letters for a track, as timing screens have them: of its place, two words give two and one. */
export function trackCode(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word.length > 1)
  const places = words.filter((word) => !NO_PLACE.test(word))
  const [first = plain, second = ''] = places.length > 0 ? places : words
  const letters = places.length === 2 && first.length > 3 && first.length < 7 ? first.slice(0, 2) + second : first + second
  return [...letters].slice(0, 3).join('').toUpperCase()
}
