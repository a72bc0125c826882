import { useEffect, useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { ShareButton } from '#web/ui/action/share-button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { resultsContract } from '../../contract.ts'
import type { Shared } from '../../rules/own-result.ts'
import css from './my-result.module.css'

/** One's own result as a picture: given away by the device's own sheet where that takes files, kept, or its address copied. */
export function ShareResult(props: {
  readonly sessionId: string
  readonly shared: Required<Shared>
  readonly words: string
  readonly onClose: () => void
}) {
  const { sessionId, shared, words } = props
  const text = useTexts('results')
  const address = `/query/events/${sessionId}/drivers/${shared.driver}/card.png?segment=${shared.segment}`
  const link = { title: words, path: `/events/${sessionId}?driver=${shared.driver}&segment=${shared.segment}#${shared.segment}` }
  const picture = usePicture(address, `${shared.segment}.png`)
  // what somebody without a login is told
  const asVisitor = useAsk(resultsContract.results, { sessionId })
  const isClosed = asVisitor.data?.loginRequired ?? asVisitor.error !== null
  const files = picture ? [picture] : []
  const isSharing = picture !== null && typeof navigator.canShare === 'function' && navigator.canShare({ files })
  return (
    <Dialog
      title={text('share.title')}
      onClose={props.onClose}
      actions={
        <>
          <ShareButton {...link} label={text('share.link')} />
          <ButtonLink to={address} file download={`${shared.segment}.png`} look={isSharing ? 'secondary' : 'primary'}>
            {text('share.keep')}
          </ButtonLink>
          {isSharing && <ShareButton {...link} label={text('share.picture')} files={files} />}
        </>
      }
    >
      <img className={css.picture} src={address} alt={words} width={1200} height={630} />
      {isClosed && <p className={css.closed}>{text('share.closed')}</p>}
    </Dialog>
  )
}

/** The picture as a file, ready before somebody asks for it: a sheet opens only right after a press. */
function usePicture(address: string, name: string): File | null {
  const [picture, setPicture] = useState<File | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    void (async () => {
      const reply = await fetch(address, { signal: leaving.signal })
      if (reply.ok) setPicture(new File([await reply.blob()], name, { type: 'image/png' }))
    })().catch(() => undefined)
    return () => leaving.abort()
  }, [address, name])
  return picture
}
