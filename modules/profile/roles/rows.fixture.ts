import { signedIn, type Row } from '#server/roles/row.ts'

const ofDriver: Row['ask'] = (at) => ({ at: { id: at.cast.participant.id } })
const ofBoth: Row['ask'] = (at) => ({ at: { id: at.cast.participant.id, other: at.cast.otherMember.id } })

export const ROWS: readonly Row[] = [
  { call: 'profile.driverCard', on: 'person', ask: ofDriver, who: signedIn },
  { call: 'profile.comparedCard', on: 'person', ask: ofBoth, who: signedIn },
  { call: 'profile.career', on: 'person', ask: ofDriver, who: signedIn },
  { call: 'profile.publicCareer', on: 'person', ask: ofDriver, who: signedIn },
  { call: 'profile.compare', on: 'person', ask: ofBoth, who: signedIn },
  { call: 'profile.publicCompare', on: 'person', ask: ofBoth, who: signedIn },
]
