import { useState } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import type { SessionId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { elsewhereOf } from '#games/manual/elsewhere.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { isRefusal } from '#web/kit/http.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { folderContract } from '../contract/folder.ts'
import css from './manual.module.css'

type Key = ReplyOf<typeof folderContract.folderKey>

/** For admins of an event elsewhere: what to start on the machine where its result files come to the disk. */
export function FolderWatch({ sessionId, game }: { readonly sessionId: SessionId; readonly game: GameId }) {
  const text = useTexts('manual-results')
  const ask = useAskNow()
  const [key, setKey] = useState<Key | null>(null)
  const [isBusy, setBusy] = useState(false)
  const folder = elsewhereOf(game)?.results
  const make = async (): Promise<void> => {
    setBusy(true)
    try {
      setKey(await ask(folderContract.folderKey, { id: sessionId }))
    } catch (fault) {
      toast({ tone: 'bad', refusal: isRefusal(fault) ? fault : undefined })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={text('folder.title')}>
      <p>{text('folder.words')}</p>
      {folder && <p>{text('folder.where', { folder })}</p>}
      {key ? (
        <>
          <pre className={css.command}>{commandOf(sessionId, game, key)}</pre>
          <p className={css.hint}>
            {text('folder.until')} <Time at={key.until} />
          </p>
        </>
      ) : (
        <Button busy={isBusy} onClick={() => void make()}>
          {text('folder.make')}
        </Button>
      )}
    </Section>
  )
}

const commandOf = (sessionId: SessionId, game: GameId, { key, since }: Key): string =>
  [
    'node host/main.ts watch --folder "FOLDER"',
    `--platform ${window.location.origin} --game ${game}`,
    `--event ${sessionId} --since ${since} --key ${key}`,
  ].join(' ')
