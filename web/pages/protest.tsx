import type { ProtestId } from '#core/ids.ts'
import { CasePage } from '#modules/protests/screens/case-page.tsx'
import type { PageProps } from '../kit/navigation.ts'

/** One protest, for whoever may read it. */
export const ProtestPage = ({ params }: PageProps) => <CasePage id={(params['id'] ?? '') as ProtestId} />
