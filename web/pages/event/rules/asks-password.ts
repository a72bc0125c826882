import type { EventView } from '#modules/sessions/contract.ts'

/** product.md §5 "Password-protected race": its password is told of to whoever has still to register. */
export const asksPassword = ({ hasEntryPassword }: Pick<EventView, 'hasEntryPassword'>, isIn: boolean): boolean => hasEntryPassword && !isIn
