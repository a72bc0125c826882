import type { SegmentType } from '#games/game.ts'
import type { Text } from '#web/kit/texts.tsx'

/** Race, or Race 2 where there are several. */
export function segmentName(text: Text<'sessions'>, segments: readonly { readonly type: SegmentType }[], index: number): string {
  const { type } = segments[index]!
  const races = segments.filter((one) => one.type === 'RACE')
  return type === 'RACE' && races.length > 1 ? text('config.raceNo', { no: races.indexOf(segments[index]!) + 1 }) : text(`segment.${type}`)
}
