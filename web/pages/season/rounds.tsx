import type { ComponentProps } from 'react'
import { RoundsTab } from '#modules/tournaments/screens/rounds-tab.tsx'
import { RoundOutcome } from './round-outcome.tsx'

/** The events of a season, those that are over with their fastest lap. */
export const Rounds = (props: Omit<ComponentProps<typeof RoundsTab>, 'Lap'>) => <RoundsTab {...props} Lap={RoundOutcome} />
