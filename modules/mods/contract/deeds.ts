import { deed, type Deed } from '#core/joint.ts'
import { ModAdded, ModEdited, ModRemoved } from './facts.ts'

const named = ({ name }: { readonly name: string }) => ({ params: { name } })

export const modsDeeds: readonly Deed[] = [deed(ModAdded, named), deed(ModEdited, named), deed(ModRemoved, named)]
