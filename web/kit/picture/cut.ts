/** What part of a picture is cut out: how near, 1 as much as fits, and where, 0 left or top to 1 right or bottom. */
export type Cut = { readonly zoom: number; readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }

export const MIDDLE: Cut = { zoom: 1, x: 0.5, y: 0.5 }
export const MOST_ZOOM = 4

/** The part in pixels of the picture, in the shape wanted. */
export function cutRect(source: Size, shape: Size, { zoom, x, y }: Cut): Size & { readonly left: number; readonly top: number } {
  const scale = Math.max(shape.width / source.width, shape.height / source.height) * zoom
  const [width, height] = [shape.width / scale, shape.height / scale]
  return { width, height, left: (source.width - width) * x, top: (source.height - height) * y }
}

/** Whether the part has fewer pixels than the picture made of it: it would look soft. */
export const isBlownUp = (source: Size, shape: Size, cut: Cut): boolean => Math.round(cutRect(source, shape, cut).width) < shape.width

/** The cut after the picture was dragged by so much of the part that is seen. */
export function dragged(source: Size, shape: Size, cut: Cut, by: { readonly x: number; readonly y: number }): Cut {
  const { width, height } = cutRect(source, shape, cut)
  const along = (at: number, share: number, part: number, whole: number): number =>
    whole - part < 0.5 ? at : Math.min(1, Math.max(0, at - (share * part) / (whole - part)))
  return { ...cut, x: along(cut.x, by.x, width, source.width), y: along(cut.y, by.y, height, source.height) }
}
