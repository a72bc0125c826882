import { formsOfDrivers } from './drivers.ts'
import { formsOfEvent } from './events.ts'
import type { Place, VersionedForm } from './form.ts'
import { formsOfLeague } from './leagues.ts'
import { formsOfPeople } from './people.ts'
import { formsOfSeason } from './seasons.ts'

/** Every form with a version; `VERSIONED` names them. */
export const versionedForms = (place: Place): readonly VersionedForm[] => [
  ...formsOfLeague(place),
  ...formsOfEvent(place),
  ...formsOfDrivers(place),
  ...formsOfSeason(place),
  ...formsOfPeople(place),
]
