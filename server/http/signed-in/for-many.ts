import { randomBytes } from 'node:crypto'
import { ok, type Result } from '#core/result.ts'
import { weekStartOf, type WeekStart } from '#core/week.ts'
import type { Machine } from '#server/machine.ts'
import type { Standing, UserActor } from '#server/room.ts'
import { VISITOR } from '../actor.ts'
import { BYTES_PER_LETTER, type Kept, type Worked } from '../answer-cache.ts'
import { callOf, type OwnData, type Reader, type Web } from '../web.ts'
import { contextOf, type Named } from '#server/queries.ts'
import type { Turns } from '../front/turns.ts'
import { inRuns, type Between } from './runs.ts'
import { ownSegment, sharedSegment, stitch, type Segment } from './stitch.ts'

/** What is looked at of the reader. */
export type Me = {
  readonly settings: { readonly timeZone: string | null; readonly weekStart: WeekStart | null; readonly country: string | null }
  readonly memberships: Readonly<Record<string, { readonly role: string | null }>>
  readonly unread: { readonly notifications: number }
}
type Same = { readonly answer: object; readonly about: unknown }
/** One of the page's answers: what of it is the same for all. */
type Part = { readonly key: readonly [string, unknown]; readonly named: Named; readonly params: unknown; readonly same: Same }
type PageForMany = Kept & {
  readonly isForMany: true
  readonly parts: readonly Part[]
  readonly whole: (between: readonly Between[]) => readonly Segment[]
  readonly fill: (own: OwnData) => Promise<readonly Between[]>
  readonly call: string
}
/** Each reader's is drawn for them alone, as long as nothing changes. */
const FOR_ONE = { heldBytes: 0, isForMany: false } as const
type Tools = {
  readonly answers: ReadonlyMap<string, Named>
  readonly styleOf: (file: string) => string
  readonly take: Turns['take']
}

/** What a drawing holds beside its segments: its tree, and the answers as they are. */
const TREE_BYTES = 300_000

/**
 * Pages of the signed-in: drawn once for all whose language, clock and plan are the same, and kept as visitors' pages are, with holes for what is each
 * one's own. That is read from the database for every answer (docs/decisions/0011). `null`: the page has to be drawn for this reader alone.
 */
export function pagesForMany(machine: Machine, web: Web, { answers, styleOf, take }: Tools) {
  // stands in no text of anybody: nobody knows it
  const mark = `hole-${randomBytes(12).toString('hex')}`

  return async (url: string, reader: Reader, actor: UserActor, me: Me): Promise<{ readonly gzip: Buffer; readonly call: string } | null> => {
    if (!actor.onboarded || !web.render.isForMany(url)) return null
    const habits = { timeZone: me.settings.timeZone, weekStart: me.settings.weekStart ?? weekStartOf(me.settings.country) }
    const key = `many ${reader.locale} ${reader.clock ?? ''} ${habits.timeZone ?? ''} ${habits.weekStart} ${actor.plan} ${url}`
    const page =
      machine.answers.get<PageForMany | typeof FOR_ONE>(key) ??
      (await machine.answers.ahead(key, () => drawToCache(key, url, reader, actor.plan, habits)))
    const own = page?.isForMany && (await ownOf(page, reader, actor, me))
    if (!own) return null
    machine.metrics.keptHits.inc({ hit: 'for many' })
    return { gzip: stitch(page.whole(await page.fill(own))), call: page.call }
  }

  async function drawToCache(
    key: string,
    url: string,
    { locale, clock }: Reader,
    plan: string,
    habits: { readonly timeZone: string | null; readonly weekStart: WeekStart },
  ): Promise<Worked<PageForMany | typeof FOR_ONE | null>> {
    const begun = machine.answers.begin()
    const now = machine.clock().getTime()
    const topics: string[] = []
    const parts = await partsOf(url, plan, topics)
    const forOne = (): Worked<typeof FOR_ONE> => ({ value: FOR_ONE, shared: machine.answers.put(key, topics, FOR_ONE, begun) })
    // who asked meanwhile need not look whether it is in everybody's sight
    if (!parts) return { value: null, shared: machine.answers.stands(topics, begun) }
    machine.metrics.drawn.inc()
    const { productName, publicUrl } = machine.config
    const data = parts.map(({ key, same }) => ({ key, value: same.answer }))
    const own = parts.map(({ named }) => named.apart?.own ?? [])
    const drawn = await take(() =>
      web.render.drawForMany({
        url,
        locale,
        clock,
        productName,
        now,
        data,
        own,
        habits,
        mark,
        pieceOf: ownSegment,
        headOf: (rendered, parts) => web.render.headOfParts(rendered, parts, web.manifest, styleOf),
      }),
    ).catch(notForMany)
    if (!drawn) return forOne()
    const html = web.render.documentOf(drawn.rendered, web.manifest, publicUrl, url.split('?', 1)[0]!, styleOf)
    const segments = drawn.split(html).map(sharedSegment)
    const packed = segments.reduce((sum, segment) => sum + segment.packed.buffer.byteLength, 0)
    // as they are, and in runs
    const heldBytes = 2 * packed + TREE_BYTES + BYTES_PER_LETTER * JSON.stringify(drawn.rendered.page).length
    const page: PageForMany = {
      isForMany: true,
      heldBytes,
      parts,
      whole: inRuns(segments),
      fill: drawn.fill,
      call: callOf(drawn.rendered.module),
    }
    return { value: page, shared: machine.answers.put(key, [...topics, 'pages'], page, begun) }
  }

  /** A page that reads somebody's own outside of its islands is a fault, but one that harms nobody: each reader's is drawn for them alone. */
  function notForMany(fault: Error): null {
    if (!machine.config.production || !web.render.isPersonalRead(fault)) throw fault
    machine.log.error({ err: fault }, 'page not for many')
    return null
  }

  /** What is the same for all of a page's answers; `null` where a visitor is refused one. */
  async function partsOf(url: string, plan: string, topics: string[]): Promise<readonly Part[] | null> {
    const context = contextOf(machine, VISITOR, 'en', topics)
    const parts: Part[] = []
    for (const { key, method } of web.render.loadersOf(url, true)) {
      const named = answers.get(`${method} ${key[0]}`)
      const params = named?.contract.params.safeParse(key[1])
      if (!named || !params?.success) return null
      const same = named.apart
        ? await named.apart.same(context, params.data as never, plan)
        : named.contract.actor === 'anyone'
          ? asSame(await named.answer(context, params.data as never))
          : null
      if (!same?.ok) return null
      parts.push({ key, named, params: params.data, same: same.value })
    }
    return parts
  }

  async function ownOf({ parts }: PageForMany, { locale }: Reader, actor: UserActor, me: Me): Promise<OwnData | null> {
    const reader: Standing = { roleIn: (leagueId) => me.memberships[leagueId]?.role ?? null, hasUnread: me.unread.notifications > 0 }
    const context = contextOf(machine, actor, locale)
    const own = await Promise.all(
      parts.map(({ named, params, same }) => (named.apart ? named.apart.mine(context, params as never, same as never, reader) : {})),
    )
    if (!own.every((one) => one !== null && one !== 'staff')) return null
    return { me, answers: Object.fromEntries(own.flatMap((one, at) => (Object.keys(one).length > 0 ? [[at, one]] : []))) }
  }
}

const asSame = (result: Awaited<ReturnType<Named['answer']>>): Result<Same> =>
  result.ok ? ok({ answer: result.value as object, about: null }) : result
