import { useState } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import type { CorrectedRace, CorrectedRow } from './corrected-row.ts'
import { Stands, type Because } from './stands.tsx'
import { useCorrections } from './use-corrections.ts'
import css from './corrections.module.css'

type Props = { readonly race: CorrectedRace; readonly row: CorrectedRow; readonly because?: Because | undefined }

/** In the detail of a race's row: what stands for and against it, with its reasons, and for admins the way to correct it. */
export function RowCorrections({ race, row, because }: Props) {
  const text = useTexts('corrections')
  const [isOpen, setOpen] = useState(false)
  const found = useCorrections(race.sessionId)
  if (!found) return null
  const own = found.all.filter(({ participantIds }) => participantIds.includes(row.participantId))
  const standing = own.filter(({ revoked }) => revoked === null)
  if (standing.length === 0 && !found.mayAdjust) return null
  const name = row.name ?? text('somebody')
  return (
    <div className={css.row}>
      {standing.length > 0 && <Stands label={text('row.title')} all={standing} because={because} />}
      {found.mayAdjust && (
        <Button
          size="small"
          aria-label={text('row.openOf', { name })}

          onClick={() => setOpen(true)}
        >
          {text('row.open')}
        </Button>
      )}
      {isOpen && <CorrectDialog race={race} row={row} all={own} because={because} onClose={() => setOpen(false)} />}
    </div>
  )
}
