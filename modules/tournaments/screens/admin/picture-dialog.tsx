import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'

/** The season's picture: for its page, cards and previews. */
export function PictureDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-admin')
  const change = useSend(tournamentsContract.ChangeTournamentImage, { said: text('picture.saved') })
  return (
    <Dialog title={text('picture.title', { name: season.name })} onClose={onClose}>
      <PictureField
        of={{ entityType: season.type, entityId: season.id }}
        type="background"
        url={season.bgImage}
        now={text('picture.now')}
        none={text('picture.none')}
        pick={text('picture.pick')}
        hint={text('picture.hint')}
        busy={change.isSending}
        onTake={(img) => change.send({ img }, { id: season.id, v: season.v })}
      />
    </Dialog>
  )
}
