import { createHash } from 'node:crypto'
import { threads } from '../threads.ts'
import { prepareFonts } from './fonts.ts'

/** What a chat shows when somebody posts a link, in words that need no language. */
export type Card = {
  readonly site: string
  readonly above: string
  /** Name of a file of ours. */
  readonly logo: string | null
  readonly title: string
  /** Stands for a title with letters that no font of this machine has. */
  readonly plainTitle: string
  /** Where, with its flag. */
  readonly place: { readonly country: string | null; readonly words: string } | null
  readonly facts: readonly string[]
  readonly seats: { readonly taken: number; readonly most: number } | null
  /** The first three of a result, the best first. */
  readonly podium: readonly {
    readonly country: string | null
    readonly name: string
    /** Stands for a name that no font of this machine can write; without it their place does. */
    readonly plainName?: string | null
    readonly more: string
  }[]
  /** How one driver fared, who is then the title; stands in place of the podium. */
  readonly own?: OwnCard
  /** Name of a file of ours; without one `drawing` stands there. */
  readonly picture: string | null
  readonly drawing: Drawing | null
}
export type OwnCard = {
  readonly country: string | null
  /** What they drove in. */
  readonly event: string
  /** `P3`, or how it ended otherwise: `DNF`. */
  readonly place: string
  readonly isOut: boolean
  readonly of: number
  readonly gained: number | null
  /** What has no value is left out. */
  readonly facts: readonly {
    readonly sign: 'time' | 'lap' | 'rank' | 'class'
    readonly words: string
    readonly tone: 'plain' | 'best' | 'good' | 'bad'
  }[]
}
/** A line of a track: see games/outlines. */
type Drawing = { readonly width: number; readonly height: number } & Readonly<Record<'lap' | 'start' | 'line' | 'arrows', string>>
export type Cards = { readonly draw: (card: Card) => Promise<Uint8Array> }
export type CardTask = { readonly card: Card; readonly logo: string | null; readonly picture: string | null }

/** Drawings that are kept: most change when somebody registers, and many ask for them within a minute. */
const MOST_KEPT = 48
const LIMITS = { threads: 1, waiting: 24, perPerson: 24, cpuMs: 10_000, patienceMs: 20_000, memoryMb: 128, idleMs: 60_000 } as const

/** Draws link previews, 1200×630 PNG, aside and each once: the same card is the same picture. `published` says where a file of ours lies. */
export function cards(published: (name: string) => string): Cards {
  const drawers = threads<CardTask, Uint8Array | null>(new URL('thread.ts', import.meta.url), LIMITS)
  const kept = new Map<string, Promise<Uint8Array>>()
  const drawAside = async (card: Card): Promise<Uint8Array> => {
    prepareFonts()
    const task: CardTask = { card, logo: card.logo && published(card.logo), picture: card.picture && published(card.picture) }
    const outcome = await drawers.run(task, { whom: 'cards' })
    if (outcome.ok && outcome.value) return outcome.value
    if (!outcome.ok && outcome.why === 'BUSY') throw Object.assign(new Error('too many previews wait'), { statusCode: 503 })
    throw new Error(`a link preview was not drawn: ${outcome.ok ? 'unreadable' : outcome.why}`)
  }
  return {
    draw: (card) => {
      const key = createHash('sha256').update(JSON.stringify(card)).digest('base64')
      const drawn = kept.get(key) ?? drawAside(card)
      // the one that was not asked for longest stands first
      kept.delete(key)
      kept.set(key, drawn)
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
      drawn.catch(() => kept.delete(key))
      return drawn
    },
  }
}
