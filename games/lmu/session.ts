import { MAX_ROWS } from '#games/json.ts'
import { attribute, attributesOf, contentOf, readXml } from './xml.ts'
import type { Piece } from './xml.ts'

/** What one session element of a file says, still in the file's own words. */
export type Session = {
  readonly nativeType: string
  readonly fields: ReadonlyMap<string, string>
  readonly drivers: readonly Driver[]
  readonly penalties: readonly { readonly driver: string; readonly reason: string; readonly text: string }[]
  /** Contacts, track limits that were not let pass, penalties and who left, in their order, by the session's clock. */
  readonly told: readonly Told[]
}
export type Told = { readonly what: 'CONTACT' | 'PENALTY' | 'LIMITS' | 'LEFT'; readonly et: string; readonly driver: string; readonly text: string }
export type Driver = {
  readonly fields: ReadonlyMap<string, string>
  /** `attributes` as they stand in the tag. */
  readonly laps: readonly { readonly attributes: string; readonly text: string }[]
  readonly swaps: readonly { readonly startLap: number; readonly endLap: number; readonly name: string }[]
}
export type ResultXml = { readonly header: ReadonlyMap<string, string>; readonly sessions: readonly Session[]; readonly isResult: boolean }

const SESSION = /^(?:TestDay|Practice[1-4]?|Qualify[1-5]?|Warmup|Race[1-4]?)$/
/** A day of changes every quarter of an hour. */
const MAX_SWAPS = 100
/** The server itself says so; what people write stands in elements of another name, or after their name. */
const LEFT = /^([^:]{1,100}?) (?:left the game\.|has left the game\b)/
const LET_PASS = 'No Further Action'
const [etOf, limitedOf] = [attribute('et'), attribute('Driver')]

/** Takes from a file what a result needs; `fault` says why it is none. Scores and chat, most of a file, are passed over. */
export function readSessions(xml: string): (ResultXml & { readonly fault: null }) | { readonly fault: string } {
  const header = new Map<string, string>()
  const sessions: Session[] = []
  let root = ''
  let depth = 0
  let session: Open | null = null
  let driver: OpenDriver | null = null
  let inStream = false
  let rows = 0
  const open = (name: string): void => {
    depth++
    if (depth === 1) root = name
    else if (depth === 3 && SESSION.test(name)) session = { nativeType: name, fields: new Map(), drivers: [], penalties: [], told: [] }
    else if (depth === 4 && session && name === 'Stream') inStream = true
    else if (depth === 4 && session && name === 'Driver') driver = { fields: new Map(), laps: [], swaps: [] }
  }
  const inner = (name: string, attributes: Piece | null, content: Piece | string): void => {
    const isWanted = driver !== null || (inStream && name !== 'Score' && name !== 'Sector')
    if (!isWanted || rows >= MAX_ROWS.events) return
    const text = attributes === null ? '' : xml.slice(attributes.from, attributes.to)
    const own = typeof content === 'string' ? content : contentOf(xml, content)
    if (driver) readDriver(driver, name, own, text)
    else if (session) readStream(session, name, own, text)
    rows++
  }
  const close = (name: string, content: string): void => {
    const at = depth--
    if (at === 3) {
      if (session && sessions.length < 1000) sessions.push(session)
      else if (!session && header.size < 200) header.set(name, content)
      session = null
    } else if (!session) return
    else if (at === 4) {
      if (driver) session.drivers.push(driver)
      else if (!inStream && session.fields.size < 200) session.fields.set(name, content)
      driver = null
      inStream = false
    } else if (at === 5) inner(name, null, content)
  }
  const leaf = (name: string, attributes: Piece, content: Piece): void => {
    if (depth === 4 && session) return inner(name, attributes, content)
    open(name)
    close(name, depth > 4 ? '' : contentOf(xml, content))
  }
  const fault = readXml(xml, { open, close, leaf })
  if (fault !== null) return { fault }
  return { fault: null, header, sessions, isResult: root === 'rFactorXML' }
}

type Open = {
  nativeType: string
  fields: Map<string, string>
  drivers: Driver[]
  penalties: { driver: string; reason: string; text: string }[]
  told: Told[]
}
type OpenDriver = {
  fields: Map<string, string>
  laps: { attributes: string; text: string }[]
  swaps: { startLap: number; endLap: number; name: string }[]
}

function readDriver(driver: OpenDriver, name: string, content: string, attributes: string): void {
  if (name === 'Lap') driver.laps.push({ attributes, text: content })
  else if (name === 'Swap') {
    const read = attributesOf(attributes)
    // An empty element means nobody took over.
    if (content.trim() !== '' && driver.swaps.length < MAX_SWAPS)
      driver.swaps.push({ startLap: Number(read.get('startLap')), endLap: Number(read.get('endLap')), name: content })
  } else if (driver.fields.size < 100) driver.fields.set(name, content)
}

function readStream(session: Open, name: string, content: string, attributes: string): void {
  const tell = (what: Told['what'], driver = '', text = content): void => {
    session.told.push({ what, driver, text, et: etOf(attributes) ?? '' })
  }
  if (name === 'Incident') tell('CONTACT')
  else if (name === 'Penalty') {
    const read = attributesOf(attributes)
    session.penalties.push({ driver: read.get('Driver') ?? '', reason: read.get('Reason') ?? '', text: content })
    tell('PENALTY', read.get('Driver'))
  } else if (name === 'TrackLimits' && content !== LET_PASS) tell('LIMITS', limitedOf(attributes) ?? '')
  else if (name === 'Chat' || name === 'Sent') {
    const left = LEFT.exec(content)
    if (left?.[1]) tell('LEFT', left[1], '')
  }
}
