import type { PageProps } from '../kit/navigation.ts'
import { CommunityPage } from './community.tsx'

/** A community as its special event: the rounds first, then all that its page has. */
export const SpecialEventPage = (props: PageProps) => <CommunityPage {...props} special />
