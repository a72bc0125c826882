import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { entriesContract, type EntryList, type EntryView } from '../../contract.ts'
import { nameOf } from '../entry-list.ts'

/** An admin checks somebody in. */
export function CheckInFor({ list, entry }: { readonly list: EntryList; readonly entry: EntryView }) {
  const text = useTexts('entries-check-in')
  const names = useTexts('entries')
  const name = nameOf(entry, names)
  const checkIn = useSend(entriesContract.CheckIn, { said: text('said.other', { name }) })
  return (
    <IconButton label={text('other', { name })} onClick={() => void checkIn.send({ entryId: entry.id }, { refId: list.sessionId, v: entry.v })}>
      <Icon name="check" />
    </IconButton>
  )
}
