/** The names of drafts of an event's races: one that is not saved keeps all results from being published. */
export const raceDrafts = (sessionId: string): string => `race ${sessionId}`
export const raceDraft = (sessionId: string, raceNo: number): string => `${raceDrafts(sessionId)} ${raceNo}`
