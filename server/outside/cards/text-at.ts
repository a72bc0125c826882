const FONT = 'font-family="Barlow Condensed, sans-serif" font-weight="700"'
/** Of the first three places. */
export const PLACE_COLORS = ['#f4c430', '#b8c0cc', '#d08748'] as const

export const textAt = (x: number, y: number, size: number, color: string, text: string, anchor: 'start' | 'end' = 'start'): string =>
  text === '' ? '' : `<text x="${x}" y="${y}" ${FONT} font-size="${size}" fill="${color}" text-anchor="${anchor}">${escape(text)}</text>`

const escape = (text: string): string => text.replaceAll(/[&<>"'\u0000-\u001F]/g, (sign) => (sign < ' ' ? ' ' : `&#${sign.charCodeAt(0)};`))
