import { useState } from 'react'
import { SECOND_MS } from '#core/duration.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { OutsideLink } from '#web/ui/action/link.tsx'
import { videoOf } from '../rules/video-link.ts'
import css from './protests.module.css'
import { writeTime } from './words.ts'

/** A player runs on its own service's origin, never on ours: what it is allowed of that gives it nothing of this page. */
const PLAYER = 'allow-scripts allow-same-origin allow-presentation allow-popups'

/** A video that is asked for only when somebody presses play: until then its service hears nothing of the reader (security.md O4). */
export function Video({ url, playing, onPlay }: { readonly url: string; readonly playing?: boolean; readonly onPlay?: () => void }) {
  const text = useTexts('protests')
  const [isPressed, setPressed] = useState(false)
  const video = videoOf(url)
  if (!video) return null
  const isPlaying = playing ?? isPressed
  return (
    <figure className={css.video}>
      {video.embed === null ? null : isPlaying ? (
        <iframe
          className={css.player}
          src={video.embed.replace('{parent}', location.hostname)}
          title={text('video.title')}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          sandbox={PLAYER}
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <button type="button" className={css.play} onClick={onPlay ?? (() => setPressed(true))}>
          <span className={css.playSign}>
            <Icon name="play" size={28} />
          </span>
          {video.startS > 0 ? text('video.playFrom', { at: writeTime(video.startS * SECOND_MS) }) : text('video.play')}
          <small>{text('video.loads', { host: video.host })}</small>
        </button>
      )}
      <figcaption>
        <OutsideLink href={video.url}>{text('video.open', { host: video.host })}</OutsideLink>
      </figcaption>
    </figure>
  )
}
