/** Where a video is; `embed`: what plays it inside our page, for those who press play, from the second the link names. */
export type Video = { readonly host: string; readonly url: string; readonly embed: string | null; readonly startS: number }

/** decisions.md §3 "Video links". Their own other names beside them; a foreign host that looks like one is none. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  'youtube.com': ['www.youtube.com', 'm.youtube.com'],
  'youtu.be': ['www.youtu.be'],
  'twitch.tv': ['www.twitch.tv', 'm.twitch.tv', 'clips.twitch.tv'],
  'streamable.com': ['www.streamable.com'],
  'medal.tv': ['www.medal.tv'],
  'vimeo.com': ['www.vimeo.com', 'player.vimeo.com'],
}
export const VIDEO_HOSTS = Object.keys(HOSTS)
export const VIDEO_LINK_LENGTH = 500

/** Pages of those hosts that send people on to wherever the link says. */
const SENDS_ON = /^\/(?:redirect|attribution_link|signin|logout|login|log_in|confirm_phish|away|r|url)(?:[/?#]|$)/i
/** What no link that somebody copied has in it, and a browser reads as something else than it looks like. */
const MISLEADING = /[\s\\<>"'`{}|^\u0000-\u0020\u007F-\u{10FFFF}]/u

/** A link to a video at one of the hosts that we know: https, without a name, password or port; `null` for any other. */
export function videoOf(text: string): Video | null {
  if (text.length > VIDEO_LINK_LENGTH || MISLEADING.test(text) || !/^https:\/\/[^/]/i.test(text)) return null
  const url = URL.parse(text)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return null
  const host = VIDEO_HOSTS.find((name) => name === url.hostname || HOSTS[name]!.includes(url.hostname))
  if (!host || url.pathname === '/' || SENDS_ON.test(url.pathname) || /%2f|%5c|%00|\/\//i.test(url.pathname)) return null
  const startS = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return { host, url: url.href, embed: embedOf(host, url, startS), startS }
}

/** The player of YouTube (without its cookies) and Twitch; the others are opened beside the page. `{parent}` is our own host, which Twitch asks for. */
function embedOf(host: string, { hostname, pathname, searchParams }: URL, startS: number): string | null {
  const [, first = '', second = '', third = ''] = pathname.split('/')
  if (host === 'youtu.be') return youTube(first, startS)
  if (host === 'youtube.com') return youTube(first === 'watch' ? (searchParams.get('v') ?? '') : PLAYED.has(first) ? second : '', startS)
  if (host !== 'twitch.tv') return null
  if (hostname === 'clips.twitch.tv') return clip(first)
  if (first === 'videos') return /^\d{1,20}$/.test(second) ? `${TWITCH}?video=v${second}&parent={parent}&autoplay=true${from('time', startS)}` : null
  return second === 'clip' ? clip(third) : null
}
const TWITCH = 'https://player.twitch.tv/'
const PLAYED = new Set(['live', 'shorts', 'embed', 'v'])

function youTube(id: string, startS: number): string | null {
  if (!/^[\w-]{11}$/.test(id)) return null
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${from('start', startS)}`
}

const from = (name: 'start' | 'time', startS: number): string => (startS > 0 ? `&${name}=${startS}${name === 'time' ? 's' : ''}` : '')

const clip = (slug: string): string | null =>
  /^[\w-]{1,100}$/.test(slug) ? `https://clips.twitch.tv/embed?clip=${slug}&parent={parent}&autoplay=true` : null

/** `1h2m3s`, `123` or `123s`; 0 for anything else. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}
