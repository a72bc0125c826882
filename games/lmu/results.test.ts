import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsWithInput } from '#testing/time.ts'
import type { ReadResults, SegmentResults } from '#games/game.ts'
import { agreesWithExpectations, holds, survivesDamage } from '#games/results.fixture.ts'
import { encodeUtf8 } from '#games/text.ts'
import { readResults } from './results.ts'
import { attribute, attributesOf, contentOf, readXml } from './xml.ts'

agreesWithExpectations(new URL('../../../shared/data/results/lmu/', import.meta.url), readResults, {
  withinMs: 1,
  // Positions of ours are dense, also where the file says -1.
  expect: (expected) => ({
    ...expected,
    venue: expected.track,
    track: { id: expected.track.id, layout: null },
    order: expected.order.map((row, i) => ({ ...row, pos: i + 1, carModel: row.carType as string })),
  }),
  row: (row, expected) => {
    assert.equal(row.startPosition, expected.gridPos)
    assert.equal(row.facts.team, expected.team || null)
    assert.equal(row.skin, expected.vehicle)
    assert.equal(row.carClassId, expected.carClass)
    assert.equal(row.facts.carNumber, expected.carNumber || null)
    assert.equal(row.laps.length, expected.lapElements)
    assert.equal(row.facts.timedLaps, expected.timedLaps)
    assert.equal(row.pitStops, expected.pitstops)
    assert.equal(row.facts.finishStatus, expected.nativeStatus)
    assert.equal(row.facts.dnfReason, expected.dnfReason)
    if (Number(expected.classPos) > 0) assert.equal(row.facts.classPosition, expected.classPos)
    for (const swap of (expected.swaps ?? []) as { startLap: number; endLap: number; driver: string }[])
      for (const lap of row.laps.slice(swap.startLap - 1, swap.endLap)) assert.equal(row.drivers[lap.driverIndex]?.name, swap.driver)
  },
  session: (session, expected) => {
    assert.equal(session.serverName, expected.serverName || null)
    const track = expected.venue as unknown as { venue: string; event: string }
    assert.deepEqual([session.facts.venue, session.facts.event], [track.venue, track.event])
    assert.deepEqual(
      [session.facts.gameVersion, session.facts.setting, session.facts.minutes, session.facts.maxLaps],
      [expected.gameVersion, expected.setting, expected.minutes, expected.maxLaps],
    )
    const strange = session.warnings.filter((warning) => !warning.includes('was disqualified'))
    if (session.type === 'RACE') assert.equal(strange.length, expected.positionConflict ? 1 : 0, strange.join())
  },
})

const driver = (name: string, position: number, more: string) => `<Driver>
<Name>${name}</Name>
<VehFile>X.VEH</VehFile>
<VehName>Team ${name} #7</VehName>
<CarType>Ferrari 499P</CarType>
<CarClass>Hyper</CarClass>
<CarNumber>007</CarNumber>
<TeamName>AF & Corse</TeamName>
<GridPos>${position}</GridPos>
<Position>${position}</Position>
<ClassPosition>${position}</ClassPosition>
${more}
</Driver>`
const race = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE rF [
<!ENTITY rFEnt "rFactor Entity">
]>
<rFactorXML version="1.0">
<RaceResults>
<Setting>Multiplayer</Setting>
<ServerName>Caf\u00e9 &amp; R&D &rFEnt; Cup</ServerName>
<DateTime>1765743027</DateTime>
<TrackVenue>Paul Ricard Circuit</TrackVenue>
<TrackCourse>Paul Ricard - ELMS</TrackCourse>
<GameVersion>1.2000</GameVersion>
<Race>
<DateTime>1765743732</DateTime>
<Laps>2147483647</Laps>
<Minutes>60</Minutes>
<Stream>
<Score et="1.0">Ann(1) lap=1</Score>
<Incident et="113.4">Ann(1) reported contact (767.67) with another vehicle Bea (2)(2)</Incident>
<Incident et="113.4">Ann(1) reported contact (1.0) with Immovable</Incident>
<Incident et="113.4">Bea (2) reported contact (767.67) Ann</Incident>
<Penalty et="9.0">Ann received Drive Thru penalty, 10s, 0laps. Result: penalties=1, 1st=Drive Thru,10s</Penalty>
<Penalty et="9.5">Ann served 1st Drive Thru penalty, result: penalties=0</Penalty>
<Penalty et="9.9">Bea (2) finished before serving penalty, added 25 seconds to totalET</Penalty>
<TrackLimits Driver="Ann" ID="2" Lap="0" et="145.0">No Further Action</TrackLimits>
<TrackLimits Driver="Ann" ID="2" Lap="1" et="245.0">Warning</TrackLimits>
</Stream>
<MostLapsCompleted>2</MostLapsCompleted>
${driver(
  'Bea (2)',
  2,
  `<Lap num="1" p="2" et="130.5625">121.0000</Lap>
<Lap num="2" p="2" et="251.5625" pit="1">--.----</Lap>
<FinishTime>245.0</FinishTime>
<Laps>2</Laps>
<Pitstops>1</Pitstops>
<FinishStatus>Finished Normally</FinishStatus>
<Swap startLap="1" endLap="1">Cid</Swap><Swap startLap="2" endLap="2">Bea (2)</Swap>`,
)}
${driver(
  'Ann',
  1,
  `<Lap num="1" p="1" et="130.5625" s1="30.1" s2="40.2" s3="50.3">120.6000</Lap>
<Lap num="2" p="1" et="251.1625" s1="30.1" s2="40.2" s3="-1.000">119.9999</Lap>
<BestLapTime>119.9999</BestLapTime>
<FinishTime>240.5999</FinishTime>
<Laps>2</Laps>
<Pitstops>0</Pitstops>
<FinishStatus>Finished Normally</FinishStatus>`,
)}
${driver('Dan', 3, '<Laps>0</Laps><FinishStatus>DQ</FinishStatus>')}
</Race>
</RaceResults>
</rFactorXML>
`

test('laps, swaps, contacts, penalties and status of a race', () => {
  const [session] = sessions(readResults(file(race)))
  assert.ok(session)
  holds(session)
  assert.deepEqual(
    [session.serverName, session.trackId, session.startedAt],
    ['Café & R&D &rFEnt; Cup', 'Paul Ricard - ELMS', '2025-12-14T20:22:12.000Z'],
  )
  assert.deepEqual(
    session.results.map((row) => [row.participant, row.lapCount, row.totalTime, row.bestLapTime, row.status, row.raceNumber]),
    [
      [{ type: 'DRIVER', name: 'Ann' }, 2, 240_600, 120_000, 'FINISHED', 7],
      [{ type: 'TEAM', name: 'AF & Corse' }, 2, 245_000, 121_000, 'FINISHED', 7],
      [{ type: 'DRIVER', name: 'Dan' }, 0, null, null, 'DSQ', 7],
    ],
  )
  const [ann, bea] = session.results
  assert.deepEqual(ann?.laps[0]?.sectors, [30_100, 40_200, 50_300])
  assert.deepEqual(ann?.laps[1]?.sectors, [])
  assert.deepEqual(
    bea?.laps.map((lap) => [lap.time, lap.valid, lap.pit, bea.drivers[lap.driverIndex]?.name]),
    [
      [121_000, true, false, 'Cid'],
      [null, false, true, 'Bea (2)'],
    ],
  )
  assert.deepEqual(ann?.incidents, { collisionsWithCar: 1, collisionsWithEnv: 1, offTracks: 1 })
  assert.deepEqual(ann?.penalties, [{ penalty: 'Drive Thru', reason: '', value: 10, lap: null }])
  assert.deepEqual(bea?.penalties, [{ penalty: 'Time added', reason: 'Penalty not served', value: 25, lap: null }])
  assert.deepEqual(session.warnings, [])
})

test('bytes of Windows-1252 and stray ones behind the end are read', () => {
  const latin = Uint8Array.from(race.replace('Ann</Name>', 'Andr\u00e9</Name>'), (letter) => letter.charCodeAt(0))
  const stray = new Uint8Array([...latin, 0x00, 0xff, 0x3c, 0x78])
  assert.equal(sessions(readResults({ name: 'x.xml', bytes: stray }))[0]?.results[0]?.name, 'Andr\u00e9')
})

test('a stated order against the times is kept and flagged', () => {
  const [session] = sessions(readResults(file(race.replace('240.5999</Fin', '250.0</Fin'))))
  assert.deepEqual([session?.results[0]?.name, session?.warnings.length], ['Ann', 1])
})

test('several sessions of one file stay apart', () => {
  const [qualify, again] = sessions(readResults(file(race.replace('</Race>', '</Race><Qualify><Laps>5</Laps></Qualify>'))))
  assert.deepEqual([qualify?.type, again?.type, again?.segmentIndex, again?.results.length], ['RACE', 'QUALIFY', 1, 0])
})

test('entities do not grow, and a file made to cost time costs what its length does', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'lol'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}">]><rFactorXML><RaceResults><ServerName>${'&b;'.repeat(1000)}</ServerName></RaceResults></rFactorXML>`
  const answer = readResults(file(bomb))
  assert.deepEqual(answer, { ok: true, segments: [] })
  for (const [start, again] of [
    ['<rFactorXML>', '<a></a>'],
    ['<rFactorXML><a b="', '<a b="'],
    ['<rFactorXML>', '<!--'],
    ['', '<!DOCTYPE '],
    ['<rFactorXML>', '<'],
    ['<rFactorXML><RaceResults><Race><Driver>', '<Swap startLap="1" endLap="9">x</Swap><Lap>1</Lap>'],
    ['<rFactorXML>', '&'],
    ['<rFactorXML><RaceResults>', '<Race></Race>'],
  ] as const)
    assertGrowsWithInput((size) => readResults(file(start + again.repeat(Math.floor(size / again.length)))), 150_000, start + again)
})

test('one attribute is that of all attributes', () => {
  for (const text of [' p="1" pit="2" x="&amp;"', " p='1' pit='2'", 'p="1"', ' xp="3" p="4"', ' p=', ' p="', ''])
    for (const name of ['p', 'pit', 'x']) assert.equal(attribute(name)(text), attributesOf(text).get(name), `${name} of ${text}`)
})

const seenIn = (xml: string): { readonly fault: string | null; readonly seen: readonly string[] } => {
  const seen: string[] = []
  const fault = readXml(xml, {
    open: (name) => seen.push(`<${name}`),
    close: (name, content) => seen.push(`/${name}`, content),
    leaf: (name, { from, to }, content) => seen.push(name, [...attributesOf(xml.slice(from, to))].join('|'), contentOf(xml, content)),
  })
  return { fault, seen }
}

test('what is no XML of ours has a fault', () => {
  for (const text of ['<a><b></a></b>', '<a>', '<a', '</a>', 'x', '<!DOCTYPE a>', '<a><!ELEMENT b></a>', '<a><b x="></b></a>'])
    assert.equal(typeof seenIn(text).fault, 'string', text)
  assert.deepEqual(seenIn('<?xml?><!-- c --><a x="1">b<c/><![CDATA[<&amp;]]> &lt;&#65;&#x42;&bad;<d> </d></a> behind'), {
    fault: null,
    seen: ['<a', 'c', '', '', 'd', '', ' ', '/a', 'b<&amp; <AB&bad;'],
  })
})

test('a tag ends where its quotes allow it', () => {
  const rows: readonly (readonly [xml: string, name: string, attributes: string, content: string])[] = [
    ['<a x="1">2</a>', 'a', 'x,1', '2'],
    ['<a x="1>2" y=\'"\'>b</a>', 'a', 'x,1>2|y,"', 'b'],
    ['<a x=">2" >b</a >', '<a', '/a', 'b'],
    ['<a x=">2" >b</a>', 'a', 'x,>2', 'b'],
    ['<a x="">b</a>', 'a', 'x,', 'b'],
    ["<a x='b\">'>b</a>", 'a', 'x,b">', 'b'],
    ['<a x=\'O>1\' z="2">b</a>', 'a', 'x,O>1|z,2', 'b'],
    ['<a>O\'Neil "x" &gt;</a>', 'a', '', 'O\'Neil "x" >'],
    ['<a x="1"/>', 'a', 'x,1', ''],
    ['<a>a < b</a>', '<a', '/a', 'a < b'],
    ['<a><ab></ab></a>', '<a', 'ab', ''],
  ]
  for (const [xml, ...expected] of rows) assert.deepEqual(seenIn(xml).seen.slice(0, 3), expected, xml)
})

survivesDamage('LMU', race, encodeUtf8, readResults, {
  value: /(?:>|=")(-?[\w. ]+)(?=[<"])/g,
  nasty: [
    '-1',
    '1e308',
    '',
    'x',
    '0',
    '2147483647',
    '<',
    '>',
    '"',
    '&',
    '&amp;',
    '--.----',
    '-1.000',
    '99999999999999999999',
    '<Lap>1</Lap>',
    'constructor',
  ],
  deep: '<a>'.repeat(100_000),
  foreign: '<xml><RaceResults></RaceResults></xml>',
})

const file = (content: string) => ({ name: 'x.xml', bytes: encodeUtf8(content) })
const sessions = (answer: ReadResults): readonly SegmentResults[] => (answer.ok ? answer.segments : [])
