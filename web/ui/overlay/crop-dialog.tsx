import { useMemo, useRef, useState, type PointerEvent } from 'react'
import type { ImageType } from '#modules/leagues/contract.ts'
import { IMAGE_SHAPES } from '#modules/leagues/rules.ts'
import { cutRect, dragged, isBlownUp, MIDDLE, MOST_ZOOM, type Cut } from '#web/kit/picture/cut.ts'
import { outputsOf, type Cuts } from '#web/kit/picture/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '../action/button.tsx'
import { classes } from '../classes.ts'
import css from './crop-dialog.module.css'
import { Dialog } from './dialog.tsx'

/** What will be cut out of a picture for each place it stands in, and how it looks there, before anything is sent. */
export function CropDialog(props: {
  readonly title: string
  readonly picture: ImageBitmap
  readonly type: 'logo' | 'background'
  readonly onTake: (cuts: Cuts) => void
  readonly onClose: () => void
}) {
  const text = useTexts('web')
  const [cuts, setCuts] = useState<Cuts>({})
  const url = useMemo(() => shownUrl(props.picture), [props.picture])
  return (
    <Dialog
      title={props.title}
      size="wide"
      onClose={props.onClose}
      actions={
        <>
          <Button look="ghost" onClick={props.onClose}>
            {text('ui.cancel')}
          </Button>
          <Button look="primary" onClick={() => props.onTake(cuts)}>
            {text('picture.use')}
          </Button>
        </>
      }
    >
      <p className={css.words}>{text('picture.cropWords')}</p>
      <div className={css.outputs}>
        {outputsOf(props.type).map((type) => (
          <Output
            key={type}
            type={type}
            picture={props.picture}
            url={url}
            cut={cuts[type] ?? MIDDLE}
            onCut={(cut) => setCuts({ ...cuts, [type]: cut })}
          />
        ))}
      </div>
    </Dialog>
  )
}

function Output(props: {
  readonly type: ImageType
  readonly picture: ImageBitmap
  readonly url: string
  readonly cut: Cut
  readonly onCut: (cut: Cut) => void
}) {
  const { type, picture, cut } = props
  const text = useTexts('web')
  const shape = IMAGE_SHAPES[type]
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const { width, height } = cutRect(picture, shape, cut)
  const shown = {
    backgroundImage: `url(${props.url})`,
    backgroundSize: `${(100 * picture.width) / width}% ${(100 * picture.height) / height}%`,
    backgroundPosition: `${cut.x * 100}% ${cut.y * 100}%`,
    aspectRatio: `${shape.width} / ${shape.height}`,
  }
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!last.current) return
    const box = event.currentTarget.getBoundingClientRect()
    const by = { x: (event.clientX - last.current.x) / box.width, y: (event.clientY - last.current.y) / box.height }
    last.current = { x: event.clientX, y: event.clientY }
    props.onCut(dragged(picture, shape, cut, by))
  }
  const slider = (name: keyof Cut, min: number, max: number) => (
    <label className={css.slider}>
      {text(`picture.${name}`)}
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={cut[name]}
        onChange={(event) => props.onCut({ ...cut, [name]: Number(event.target.value) })}
      />
    </label>
  )
  return (
    <section className={css.output} aria-label={text(`picture.${OUTPUTS[type]}`)}>
      <h3>
        {text(`picture.${OUTPUTS[type]}`)} <small>{`${shape.width} × ${shape.height}`}</small>
      </h3>
      <div className={css.places}>
        <div
          className={classes(css.cut, css[type])}
          style={shown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            last.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={onMove}
          onPointerUp={() => (last.current = null)}
          onPointerCancel={() => (last.current = null)}
        />
        {type === 'logo' && [56, 30].map((side) => <div key={side} className={css.small} style={{ ...shown, width: side }} />)}
      </div>
      {isBlownUp(picture, shape, cut) && (
        <p className={css.warning} role="status">
          {text('picture.blownUp', { from: `${Math.round(width)} × ${Math.round(height)}`, to: `${shape.width} × ${shape.height}` })}
        </p>
      )}
      <div className={css.sliders}>
        {slider('zoom', 1, MOST_ZOOM)}
        {slider('x', 0, 1)}
        {slider('y', 0, 1)}
      </div>
    </section>
  )
}

const OUTPUTS = { logo: 'asLogo', background: 'asTop', 'background-small': 'asCard' } as const
const SHOWN_PIXELS = 1400

/** Small enough to be moved about; what is sent is cut from the picture itself. */
function shownUrl(picture: ImageBitmap): string {
  const scale = Math.min(1, SHOWN_PIXELS / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL()
}
