import type { EventView, RaceView } from '#modules/sessions/contract.ts'

/** Whether the reader looks after the event, its server and its results; the view of a visitor has no such word. */
export const mayRun = (event: EventView | RaceView): boolean => 'may' in event && event.may.administer
