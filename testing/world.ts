/**
 * The small named world the tests and the demo share: some forty drivers of many countries, five communities, and events that are
 * coming, running and over. It is data only; testing/build-world.ts makes it through the platform's own doors.
 */

export type WorldGame = 'acc' | 'assetto_corsa' | 'r3e' | 'ams2' | 'lmu' | 'iracing'
export type WorldPerson = {
  readonly key: string
  readonly name: string
  readonly country: string
  readonly demoRole?: string
  readonly plan?: string
}
export type WorldLeague = {
  readonly key: string
  readonly name: string
  readonly shortName: string
  readonly description: string
  readonly games: readonly WorldGame[]
  readonly languages: readonly ('en' | 'de' | 'fr' | 'es' | 'it' | 'pt')[]
  readonly plan: 'FREE' | 'LEAGUE_PLUS'
  readonly directJoin: boolean
  /** Whether visitors are shown who drives and how it ended. */
  readonly openResults: boolean
  readonly tos?: string
  readonly owner: string
  readonly admins: readonly string[]
  readonly stewards: readonly string[]
  /** Every how many of the drivers is a member, and from which on. */
  readonly members: { readonly from: number; readonly every: number; readonly also?: readonly string[] }
}
export type WorldEvent = {
  readonly key: string
  readonly league: string
  readonly sessionName: string
  readonly game: WorldGame
  /** Kept by hand: no server of ours. */
  readonly manualSession?: true
  /** Driven by the race host although such servers usually stand elsewhere. */
  readonly hosting?: 'AUTOMATIC'
  readonly trackId: string
  readonly layoutId?: string
  readonly cars: readonly string[]
  readonly segments: readonly { readonly type: 'PRACTICE' | 'QUALIFY' | 'RACE'; readonly durationMin: number }[]
  readonly maxEntries: number
  /** Divided into splits of at most so many; `maxEntries` are those of all together. */
  readonly isMultiSplit?: true
  readonly maxSplitEntries?: number
  /** Teams share cars; under the names of the game's options. */
  readonly driverSwap?: true
  readonly options?: Readonly<Record<string, number | boolean>>
  readonly drivers: number
  /** How many of them to a team. */
  readonly teamOf?: number
  readonly location: 'DE-Frankfurt' | 'IE-Dublin' | 'BR-Brazil' | 'US-East'
  /** Minutes from now; negative: that long ago. */
  readonly startsInMin: number
  readonly description?: string
  /** The season it is a round of. */
  readonly season?: string
}
export type WorldSeason = {
  readonly key: string
  readonly league: string
  readonly name: string
  readonly game: WorldGame
  readonly description: string
  readonly maxEntries: number
  readonly skips: number
  /** How many rounds count. */
  readonly best: number
  readonly teams: readonly string[]
  readonly drivers: number
  /** What was given after the flag. */
  readonly stewards: {
    /** To whoever stands there, in the first race of the last round that was driven. */
    readonly penalty: { readonly place: number; readonly seconds: number; readonly reason: string }
    /** As many points as bring two level. */
    readonly deduction: { readonly reason: string }
  }
}

/** Those the demo's login page offers stand first. */
export const PEOPLE: readonly WorldPerson[] = [
  { key: 'owner', name: 'Dora Klein', country: 'DE', demoRole: 'owner', plan: 'PREMIUM' },
  { key: 'admin', name: 'Owen Hart', country: 'GB', demoRole: 'admin' },
  { key: 'steward', name: 'Ines Moreau', country: 'FR', demoRole: 'steward' },
  { key: 'driver', name: 'Marco Bellini', country: 'IT', demoRole: 'driver' },
  { key: 'visitor', name: 'Kasia Nowak', country: 'PL', demoRole: 'visitor' },
  { key: 'copa', name: 'Rafael Monteiro', country: 'BR' },
  { key: 'night', name: 'Sanne de Vries', country: 'NL' },
  { key: 'touring', name: 'Åsa Lindqvist', country: 'SE', plan: 'SPORT' },
  ...([
    ['Lucas Moreau', 'FR'], ['Íñigo Sáez', 'ES'], ['Tomáš Dvořák', 'CZ'], ['Mikko Laine', 'FI'], ['Jonas Weber', 'DE'], ['Callum Reid', 'GB'],
    ['Giulia Ferri', 'IT'], ['Pieter Jansen', 'NL'], ['Bruno Carvalho', 'PT'], ['Emil Sørensen', 'DK'], ['Hugo Lambert', 'BE'], ['Lea Hofer', 'AT'],
    ['Noah Müller', 'CH'], ['Kenta Mori', 'JP'], ['Ethan Brooks', 'US'], ['Liam Tremblay', 'CA'], ['Jack Wilson', 'AU'], ['Thiago Alves', 'BR'],
    ['Santiago Rojas', 'AR'], ['Piotr Zieliński', 'PL'], ['Bence Nagy', 'HU'], ['Ana Petrović', 'RS'], ['Andrei Popescu', 'RO'], ['Yannis Pappas', 'GR'],
    ['Sean Murphy', 'IE'], ['Ola Nordmann', 'NO'], ['Elif Kaya', 'TR'], ['Ruan Botha', 'ZA'], ['Marta Kowalczyk', 'PL'], ['Felix Braun', 'DE'],
    ['Théo Girard', 'FR'], ['Davide Rossi', 'IT'], ['Oscar Holm', 'SE'], ['Ryan Clarke', 'GB'], ['Nuno Tavares', 'PT'], ['Kai Tanaka', 'JP'],
  ] as const).map(([name, country], index) => ({ key: `d${index + 1}`, name, country })),
] // prettier-ignore

const GT3 = ['16', '20', '25', '30', '32', '34', '35', '19']
const SPRINT = [
  { type: 'QUALIFY', durationMin: 10 },
  { type: 'RACE', durationMin: 45 },
] as const
const FULL = [
  { type: 'PRACTICE', durationMin: 15 },
  { type: 'QUALIFY', durationMin: 12 },
  { type: 'RACE', durationMin: 60 },
] as const
const SHORT = [
  { type: 'QUALIFY', durationMin: 5 },
  { type: 'RACE', durationMin: 20 },
] as const
const DAY_MIN = 1440

export const LEAGUES: readonly WorldLeague[] = [
  {
    key: 'apex', name: 'Apex Racing League', shortName: 'APEX', games: ['acc'], languages: ['en', 'de'], plan: 'LEAGUE_PLUS', directJoin: true, openResults: true,
    description: 'GT racing every Friday at 20:00 CET since 2019. Clean, close, stewarded by people who race themselves.',
    tos: 'Race hard, leave a car’s width, and keep protests to the protest form. Two warnings in a season mean a grid penalty.',
    owner: 'owner', admins: ['admin'], stewards: ['steward'], members: { from: 0, every: 1 },
  },
  {
    key: 'copa', name: 'Copa Sul', shortName: 'COPA', games: ['assetto_corsa'], languages: ['pt', 'es', 'en'], plan: 'FREE', directJoin: true, openResults: true,
    description: 'Corridas curtas às quintas-feiras, grids cheios, boa gente.',
    owner: 'copa', admins: [], stewards: [], members: { from: 1, every: 2 },
  },
  {
    key: 'night', name: 'Night Shift Endurance', shortName: 'NIGHT', games: ['acc'], languages: ['en'], plan: 'LEAGUE_PLUS', directJoin: false, openResults: false,
    description: 'Long races for people who should be asleep. We decide on applications within two days.',
    owner: 'night', admins: ['admin'], stewards: [], members: { from: 0, every: 3 },
  },
  {
    key: 'touring', name: 'Touring Legends', shortName: 'TOUR', games: ['assetto_corsa', 'acc'], languages: ['en'], plan: 'FREE', directJoin: true, openResults: false,
    description: 'Old touring cars on old tracks. No assists, no excuses.',
    owner: 'touring', admins: [], stewards: [], members: { from: 0, every: 2 },
  },
  {
    key: 'mixed', name: 'Mixed Grid Club', shortName: 'MIXED', games: ['r3e', 'ams2', 'lmu', 'iracing'], languages: ['en', 'fr', 'it'], plan: 'LEAGUE_PLUS', directJoin: true, openResults: true,
    description: 'Another sim every week: whoever wins here wins on foreign ground.',
    owner: 'd10', admins: [], stewards: ['d7'], members: { from: 3, every: 2, also: ['driver'] },
  },
] // prettier-ignore

const R3E_GT3 = ['5818', '6168', '5170', '1811', '3754']
const AMS2_GT3 = ['1327147786', '2057865340', '1311912387']
const LMU_CLASSES = ['Ferrari 499P', 'Porsche 963', 'Peugeot 9x8', 'Porsche 911 RSR-19', 'Ferrari 488 GTE EVO']
const IRACING_GT3 = ['132', '133']
const DOUBLE = [...SHORT, { type: 'RACE', durationMin: 20 }] as const
const TOURING_CARS = ['bmw_m3_e30_dtm', 'ks_alfa_romeo_155_v6', 'ks_mercedes_190_evo2']

/** Events that are over were really driven: by the emulated servers, when the demo world is made. */
export const EVENTS: readonly WorldEvent[] = [
  { key: 'spa', league: 'apex', sessionName: 'Spa-Francorchamps 60', game: 'acc', trackId: 'spa', cars: GT3, segments: FULL, maxEntries: 40, drivers: 38, location: 'DE-Frankfurt', startsInMin: -1 * DAY_MIN, description: 'Round four of the winter season. Mandatory stop, no refuelling.' },
  { key: 'copa-interlagos', league: 'copa', sessionName: 'Vallelunga Noturna', game: 'assetto_corsa', trackId: 'ks_vallelunga', layoutId: 'extended_circuit', cars: ['ks_mazda_mx5_cup'], segments: SHORT, maxEntries: 20, drivers: 17, location: 'BR-Brazil', startsInMin: -1 * DAY_MIN },
  { key: 'zandvoort', league: 'apex', sessionName: 'Zandvoort Sprint', game: 'acc', trackId: 'zandvoort', cars: GT3, segments: SPRINT, maxEntries: 30, drivers: 26, location: 'DE-Frankfurt', startsInMin: -8 * DAY_MIN },
  { key: 'imola-touring', league: 'touring', sessionName: 'Imola Touring Cup', game: 'assetto_corsa', trackId: 'imola', cars: TOURING_CARS, segments: SHORT, maxEntries: 24, drivers: 19, location: 'IE-Dublin', startsInMin: -8 * DAY_MIN },
  { key: 'r3e-double', hosting: 'AUTOMATIC', league: 'mixed', sessionName: 'Nordschleife Double Header', game: 'r3e', trackId: '2812', layoutId: '4975', cars: R3E_GT3, segments: DOUBLE, maxEntries: 24, drivers: 16, location: 'DE-Frankfurt', startsInMin: -1 * DAY_MIN, description: 'Two races, one qualifying. RaceRoom keeps all of it in one file.' },
  { key: 'ams2-interlagos', league: 'mixed', sessionName: 'Interlagos GT3 Night', game: 'ams2', trackId: 'interlagos', layoutId: '-1478712571', cars: AMS2_GT3, segments: SHORT, maxEntries: 24, drivers: 15, location: 'BR-Brazil', startsInMin: -8 * DAY_MIN },
  { key: 'lmu-sarthe', hosting: 'AUTOMATIC', league: 'mixed', sessionName: 'La Sarthe by Night', game: 'lmu', trackId: 'sarthe', layoutId: 'LEMANSWEC', cars: LMU_CLASSES, segments: SPRINT, maxEntries: 30, drivers: 17, location: 'IE-Dublin', startsInMin: -1 * DAY_MIN },
  { key: 'iracing-suzuka', league: 'mixed', sessionName: 'Winter Cup at Suzuka', game: 'iracing', manualSession: true, trackId: 'pkg-114', layoutId: '168', cars: IRACING_GT3, segments: DOUBLE, maxEntries: 24, drivers: 13, location: 'IE-Dublin', startsInMin: -29 * DAY_MIN, season: 'winter-cup' },
  { key: 'iracing-hungaroring', league: 'mixed', sessionName: 'Winter Cup at the Hungaroring', game: 'iracing', manualSession: true, trackId: 'pkg-370', layoutId: '413', cars: IRACING_GT3, segments: DOUBLE, maxEntries: 24, drivers: 13, location: 'IE-Dublin', startsInMin: -22 * DAY_MIN, season: 'winter-cup' },
  { key: 'iracing-barcelona', league: 'mixed', sessionName: 'Winter Cup at Barcelona', game: 'iracing', manualSession: true, trackId: 'pkg-292', layoutId: '345', cars: IRACING_GT3, segments: DOUBLE, maxEntries: 24, drivers: 13, location: 'IE-Dublin', startsInMin: -15 * DAY_MIN, season: 'winter-cup' },
  { key: 'iracing-night', league: 'mixed', sessionName: 'iRacing League Night', game: 'iracing', manualSession: true, trackId: 'pkg-103', layoutId: '163', cars: IRACING_GT3, segments: DOUBLE, maxEntries: 24, drivers: 13, location: 'IE-Dublin', startsInMin: -8 * DAY_MIN, description: 'Driven on a hosted session; results by hand.', season: 'winter-cup' },
  { key: 'spa-night', league: 'night', sessionName: 'Spa After Dark', game: 'acc', trackId: 'spa', cars: GT3, segments: SHORT, maxEntries: 30, drivers: 14, location: 'DE-Frankfurt', startsInMin: -15 * DAY_MIN },
  { key: 'monza', league: 'apex', sessionName: 'Monza Sprint Night', game: 'acc', trackId: 'monza', cars: GT3, segments: SHORT, maxEntries: 30, drivers: 28, location: 'DE-Frankfurt', startsInMin: 1.5 },
  { key: 'le-mans-night', league: 'night', sessionName: 'Kyalami Through the Night', game: 'acc', trackId: 'kyalami', cars: GT3, segments: [{ type: 'QUALIFY', durationMin: 60 }, { type: 'RACE', durationMin: 1320 }], maxEntries: 30, drivers: 14, location: 'IE-Dublin', startsInMin: -5 },
  { key: 'nurburgring', league: 'apex', sessionName: 'Nürburgring 2.4 h', game: 'acc', trackId: 'nurburgring', cars: GT3, segments: [{ type: 'QUALIFY', durationMin: 20 }, { type: 'RACE', durationMin: 144 }], maxEntries: 40, drivers: 33, location: 'DE-Frankfurt', startsInMin: 180, description: 'The long one. Driver swaps are off, bring coffee.' },
  { key: 'paul-ricard-splits', league: 'apex', sessionName: 'Paul Ricard for Everybody', game: 'acc', trackId: 'paul_ricard', cars: GT3, segments: SPRINT, maxEntries: 60, isMultiSplit: true, maxSplitEntries: 15, drivers: 37, location: 'DE-Frankfurt', startsInMin: 240, description: 'As many servers as it takes: everybody who wants to drive drives.' },
  { key: 'barcelona', league: 'copa', sessionName: 'Barcelona Decisiva', game: 'assetto_corsa', trackId: 'ks_barcelona', layoutId: 'layout_gp', cars: ['ks_audi_r8_lms', 'ks_mclaren_650_gt3'], segments: SHORT, maxEntries: 16, drivers: 16, location: 'BR-Brazil', startsInMin: DAY_MIN + 120 },
  { key: 'suzuka-relay', league: 'apex', sessionName: 'Suzuka Team Relay', game: 'acc', trackId: 'suzuka', cars: GT3, segments: [{ type: 'QUALIFY', durationMin: 20 }, { type: 'RACE', durationMin: 180 }], maxEntries: 20, drivers: 16, driverSwap: true, teamOf: 3, options: { 'eventRules.mandatoryPitstopCount': 2, 'rules.teamRules.minDriversCount': 2, 'rules.teamRules.maxDriversCount': 4, 'rules.teamRules.driverStintTimeSec': 3300, 'rules.teamRules.maxTotalDrivingTime': 7200, 'rules.teamRules.isMandatoryPitstopSwapDriverRequired': true }, location: 'DE-Frankfurt', startsInMin: DAY_MIN + 60, description: 'Three hours, two stops, a change of drivers at each. Find your team in the Teams tab.' },
  { key: 'mugello-touring', league: 'touring', sessionName: 'Mugello Old School', game: 'assetto_corsa', trackId: 'mugello', cars: TOURING_CARS, segments: SHORT, maxEntries: 24, drivers: 11, location: 'IE-Dublin', startsInMin: 2 * DAY_MIN },
  { key: 'bathurst', league: 'night', sessionName: 'Bathurst Dawn', game: 'acc', trackId: 'mount_panorama', cars: GT3, segments: SPRINT, maxEntries: 30, drivers: 9, location: 'IE-Dublin', startsInMin: 3 * DAY_MIN },
  { key: 'silverstone', league: 'apex', sessionName: 'Silverstone GT Night', game: 'acc', trackId: 'silverstone', cars: GT3, segments: FULL, maxEntries: 40, drivers: 21, location: 'DE-Frankfurt', startsInMin: 5 * DAY_MIN },
  { key: 'r3e-spa', league: 'mixed', sessionName: 'Endurance Trial in the Ardennes', game: 'r3e', trackId: '3869', layoutId: '3870', cars: R3E_GT3, segments: SPRINT, maxEntries: 30, drivers: 12, location: 'DE-Frankfurt', startsInMin: DAY_MIN + 300 },
  { key: 'ams2-monza', league: 'mixed', sessionName: 'Monza Slipstream', game: 'ams2', trackId: 'monza', layoutId: '-1257095693', cars: AMS2_GT3, segments: SHORT, maxEntries: 24, drivers: 9, location: 'DE-Frankfurt', startsInMin: 3 * DAY_MIN + 60 },
  { key: 'lmu-spa', league: 'mixed', sessionName: 'Six Hours in One: Spa', game: 'lmu', trackId: 'spa', layoutId: 'SPAWEC', cars: LMU_CLASSES, segments: FULL, maxEntries: 30, drivers: 11, location: 'IE-Dublin', startsInMin: 4 * DAY_MIN },
  { key: 'iracing-monza', league: 'mixed', sessionName: 'iRacing League Night II', game: 'iracing', manualSession: true, trackId: 'pkg-172', layoutId: '247', cars: IRACING_GT3, segments: DOUBLE, maxEntries: 24, drivers: 13, location: 'IE-Dublin', startsInMin: 5 * DAY_MIN - 90, season: 'winter-cup' },
  { key: 'iracing-silverstone', league: 'mixed', sessionName: 'Winter Cup final at Silverstone', game: 'iracing', manualSession: true, trackId: 'pkg-282', layoutId: '341', cars: IRACING_GT3, segments: DOUBLE, maxEntries: 24, drivers: 13, location: 'IE-Dublin', startsInMin: 12 * DAY_MIN, season: 'winter-cup' },
  { key: 'autumn-final', league: 'apex', sessionName: 'Autumn Cup final at Brands Hatch', game: 'acc', trackId: 'brands_hatch', cars: GT3, segments: FULL, maxEntries: 20, drivers: 0, location: 'DE-Frankfurt', startsInMin: 12 * DAY_MIN, description: 'For the twelve who came through the heats. The first race sets the order of the last evening.' },
  { key: 'autumn-last', league: 'apex', sessionName: 'Autumn Cup last race at Zolder', game: 'acc', trackId: 'zolder', cars: GT3, segments: SPRINT, maxEntries: 20, drivers: 0, location: 'DE-Frankfurt', startsInMin: 13 * DAY_MIN, description: 'The evening after: both races of the final count.' },
] // prettier-ignore

/** Under way: four of six rounds are driven, and the worst of them does not count. */
export const SEASONS: readonly WorldSeason[] = [
  {
    key: 'winter-cup',
    league: 'mixed',
    name: 'iRacing Winter Cup',
    game: 'iracing',
    description: 'Six double headers. Fair on the first lap, hard on the last.',
    maxEntries: 24,
    skips: 1,
    best: 3,
    teams: ['Apex Hunters', 'Kerb Riders', 'Late Brakers'],
    drivers: 13,
    stewards: {
      penalty: { place: 3, seconds: 10, reason: 'Cut the chicane twice on the last lap and kept the place.' },
      deduction: { reason: 'Did not slow down under double yellow flags.' },
    },
  },
]

/** The special event of a community: which of its races were the heats, and how many went on. */
export const ROUNDS = {
  league: 'apex',
  heats: { name: 'Autumn Cup heats', short: 'HEATS', inDays: -9, events: ['Spa-Francorchamps 60', 'Zandvoort Sprint'] },
  final: { name: 'Autumn Cup final', short: 'FINAL', inDays: 12, events: ['Autumn Cup final at Brands Hatch', 'Autumn Cup last race at Zolder'] },
  goOn: 12,
  /** Of those who go on, who have registered for the final. */
  registered: 9,
} as const

const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=24m6s'
/** What drivers have reported, and how far stewards are with it. Drivers are counted from 0 among those of the race who hold no office. */
export const PROTESTS = [
  {
    event: 'Spa-Francorchamps 60',
    reporter: 5,
    reportee: 8,
    category: 'BLOCKING',
    lapNumber: 7,
    videoURL: VIDEO,
    description: 'He moved twice on the Kemmel straight, the second time when I was already beside his rear wheel. I had to brake on the grass.',
    answer: 'I saw him late and moved once. The second move was the corner coming.',
    votes: [
      { by: 'owner', decision: 'ACCEPT', penalties: [{ kind: 'TIME', amount: 5 }, { kind: 'WARNING', amount: null }], note: 'Two moves in one braking zone. One is allowed, and it has to be made before the other car is beside.' },
      { by: 'admin', decision: 'ACCEPT', penalties: [{ kind: 'TIME', amount: 5 }, { kind: 'WARNING', amount: null }], note: 'The second move comes with an overlap. Usual penalty for one place kept by it.' },
    ],
  },
  {
    event: 'Spa-Francorchamps 60',
    reporter: 11,
    reportee: 6,
    category: 'REJOIN',
    lapNumber: 3,
    videoURL: VIDEO,
    description: 'After his spin at Stavelot he came back across the track without looking. Three of us had to leave it to avoid him.',
    answer: 'I waited for a gap and thought that I had one. There was yellow for everybody behind.',
    votes: [
      { by: 'owner', decision: 'ACCEPT', penalties: [{ kind: 'GRID_DROP', amount: 3 }], note: 'Whoever rejoins waits until everybody is through. The map shows all three.' },
      { by: 'steward', decision: 'ACCEPT', penalties: [{ kind: 'GRID_DROP', amount: 3 }], note: 'Rejoined into traffic with the brakes off. A grid drop as for the one at Zandvoort.' },
    ],
    appeal: 'The replay from my cockpit shows two cars hiding behind the barrier. I could not have seen them from where I stood.',
  },
  {
    event: 'Spa-Francorchamps 60',
    reporter: 2,
    reportee: 4,
    category: 'CONTACT',
    lapNumber: 9,
    videoURL: VIDEO,
    description: 'I was ahead into Les Combes and left a car’s width on the inside. He came from two lengths back, locked up and hit my left rear. I lost four places.',
    answer: 'He braked earlier than on the laps before. I went inside to avoid him and was half alongside when he turned in.',
    votes: [{ by: 'admin', decision: 'ACCEPT', penalties: [{ kind: 'TIME', amount: 10 }], note: 'No overlap at turn-in, and the car ahead had left the room.' }],
  },
  // as the log of the race has it: who hit whom, when, how fast
  { event: 'La Sarthe by Night', fromLog: true, videoURL: VIDEO, description: 'Hit from behind under braking for the first chicane. I spun and was passed by half of the field.', votes: [] },
] as const // prettier-ignore
export const STEWARDING = {
  league: 'apex',
  phrases: ['No overlap at turn-in.', 'The car ahead had left a car’s width.', 'A racing incident: both could have left more room.', 'Rejoined without waiting for a gap.'],
  guide: '**One place lost**: +5 s\n\n**Several places, or damage**: +10 s\n\n**The same within six months**: one step more',
} as const // prettier-ignore
