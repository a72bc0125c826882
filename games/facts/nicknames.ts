import { folded } from '#core/search/finding.ts'
import { GAME_FACTS } from './facts.ts'
import { GAME_IDS, type GameId } from './game-facts.ts'

/** What else a track or a maker of cars is called: by drivers, by where it lies, by the name another game has for it. */
export function nicknamesOf(name: string): readonly string[] {
  const whole = folded(name)
  return CALLED.filter((names) => names.some((one) => whole.includes(` ${one} `))).flat()
}

/** Games somebody means by a word: the one called so for short, else those whose name has a word that begins so. */
export function gamesCalled(word: string): readonly GameId[] {
  const exact = GAME_IDS.filter((id) => folded(GAME_FACTS[id].shortName).trim() === word)
  return exact.length > 0 || word.length < 3 ? exact : GAME_IDS.filter((id) => folded(GAME_FACTS[id].name).includes(` ${word}`))
}

// as core/finding.ts folds them
const CALLED = [
  'albert park, melbourne',
  'algarve, portimao',
  'assen, cathedral of speed',
  'auto club speedway, fontana',
  'barcelona, catalunya, montmelo',
  'bathurst, mount panorama',
  'canadian tire motorsports park, ctmp, mosport',
  'cascais, estoril',
  'circuit of the americas, austin, cota',
  'daytona international speedway, dis',
  'enzo e dino ferrari, imola',
  'gateway, world wide technology raceway, wwtr, st louis',
  'gilles villeneuve, montreal',
  'hockenheimring, hockenheim, hocken',
  'hungaroring, budapest, mogyorod',
  'indianapolis, brickyard, ims, indy',
  'interlagos, jose carlos pace, sao paulo',
  'kansai, suzuka',
  'laguna seca, monterey',
  'lausitzring, eurospeedway',
  'le mans, heures du mans, sarthe, lm24',
  'long beach, lbgp',
  'lusail, losail, qatar',
  'macau, guia',
  'magny cours, nevers',
  'mid ohio, lexington',
  'misano, marco simoncelli, santa monica',
  'monaco, monte carlo, azure circuit',
  'monza, temple of speed',
  'motegi, twin ring',
  'motorland aragon, alcaniz',
  'nordschleife, 24h nurburgring, nords, green hell, nos',
  'norisring, nuremberg, nurnberg',
  'nurburgring, nuerburgring',
  'paul ricard, le castellet, ricard',
  'phillip island, pi',
  'red bull ring, spielberg, osterreichring, oesterreichring, a1 ring, rbr',
  'ricardo tormo, valencia, cheste',
  'road america, elkhart lake',
  'road atlanta, braselton',
  'sachsenring, hohenstein ernstthal',
  'sonoma, sears point, infineon',
  'talladega, dega',
  'the bend, tailem bend',
  'virginia international raceway, vir',
  'watkins glen, the glen',
  'yas marina, abu dhabi',
  'zolder, terlaemen',
  'chevrolet, chevy',
  'corvette, vette',
  'mercedes, mercedes benz, merc, amg',
  'volkswagen, vw',
].map((names) => names.split(', '))
