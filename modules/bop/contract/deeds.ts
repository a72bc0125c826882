import { deed, type Deed } from '#core/joint.ts'
import { BopTemplateCreated, BopTemplateDeleted } from './facts.ts'

const named = ({ name }: { readonly name: string }) => ({ params: { name } })

/** What an event's cars carry is told with the event. */
export const bopDeeds: readonly Deed[] = [deed(BopTemplateCreated, named), deed(BopTemplateDeleted, named)]
