import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { videoOf } from './video-link.ts'

describe('links to videos (decisions.md §3, security.md O4)', () => {
  for (const [link, embed] of [
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['https://youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=3723'],
    ['https://youtu.be/dQw4w9WgXcQ?t=95', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=95'],
    ['https://m.youtube.com/live/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['HTTPS://WWW.YOUTUBE.COM/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['https://www.twitch.tv/videos/123456', 'https://player.twitch.tv/?video=v123456&parent={parent}&autoplay=true'],
    ['https://www.twitch.tv/videos/123456?t=01h02m03s', 'https://player.twitch.tv/?video=v123456&parent={parent}&autoplay=true&time=3723s'],
    ['https://clips.twitch.tv/Some-Clip_1', 'https://clips.twitch.tv/embed?clip=Some-Clip_1&parent={parent}&autoplay=true'],
    ['https://www.twitch.tv/paddock/clip/SomeClip', 'https://clips.twitch.tv/embed?clip=SomeClip&parent={parent}&autoplay=true'],
    ['https://streamable.com/abc123', null],
    ['https://medal.tv/games/assetto-corsa/clips/abc/def', null],
    ['https://vimeo.com/123456789', null],
    // known to be theirs, and nothing of it stands in our page
    ['https://www.youtube.com/watch?v="><script>', undefined],
    ['https://www.youtube.com/watch?v=tooshort', null],
  ] as const)
    test(`${link} is ${embed === undefined ? 'none' : (embed ?? 'opened beside the page')}`, () => {
      if (embed === undefined) assert.equal(videoOf(link), null)
      else assert.equal(videoOf(link)?.embed, embed)
    })

  for (const [link, startS] of [
    ['https://youtu.be/dQw4w9WgXcQ?t=95', 95],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&start=1446', 1446],
    ['https://www.twitch.tv/videos/123456?t=24m6s', 1446],
    ['https://youtu.be/dQw4w9WgXcQ?t=soon', 0],
    ['https://youtu.be/dQw4w9WgXcQ', 0],
  ] as const)
    test(`${link} begins at ${startS} s`, () => assert.equal(videoOf(link)?.startS, startS))

  const HOSTILE = [
    '',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://youtube.com/watch',
    'http://youtube.com/watch?v=dQw4w9WgXcQ',
    '//youtube.com/watch?v=dQw4w9WgXcQ',
    'youtube.com/watch?v=dQw4w9WgXcQ',
    'https:youtube.com/watch?v=dQw4w9WgXcQ',
    'https:///youtube.com/watch',
    'https://youtube.com',
    'https://youtube.com/',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example?https://youtube.com/watch',
    'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.co/watch?v=dQw4w9WgXcQ',
    'https://youtube.com@evil.example/watch',
    'https://user:password@youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://youtube.com./watch?v=dQw4w9WgXcQ',
    'https://yоutube.com/watch?v=dQw4w9WgXcQ',
    'https://xn--yutube-9mg.com/watch?v=dQw4w9WgXcQ',
    'https://ｙoutube.com/watch?v=dQw4w9WgXcQ',
    'https:\\\\youtube.com\\watch',
    'https://youtube.com\\@evil.example/watch',
    'https://youtube.com%2eevil.example/watch',
    'https://youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/attribution_link?u=https://evil.example',
    'https://youtube.com/signin?next=https://evil.example',
    'https://youtube.com//evil.example',
    'https://youtube.com/%2f%2fevil.example',
    'https://youtube.com/watch?v=a b',
    'https://youtube.com/watch?v=a\nb',
    'https://youtube.com/watch?v=\u202Egpj',
    ' https://youtube.com/watch?v=dQw4w9WgXcQ',
    'https://127.0.0.1/watch',
    'https://[::1]/watch',
    'https://gist.youtube.com/watch',
    `https://youtube.com/watch?v=${'a'.repeat(500)}`,
  ]
  for (const link of HOSTILE) test(`not ${JSON.stringify(link.slice(0, 60))}`, () => assert.equal(videoOf(link), null))

  test('whatever is taken goes over https to one of the hosts, and what plays it is their player', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, tail) => {
        for (const text of [url, url.replace(/^https?:\/\/[^/?#]+/, 'https://youtube.com') + tail]) {
          const video = videoOf(text)
          if (!video) continue
          const { protocol, hostname } = new URL(video.url)
          assert.equal(protocol, 'https:')
          assert.ok(hostname === video.host || hostname.endsWith(`.${video.host}`))
          if (video.embed) assert.match(new URL(video.embed).hostname, /^(www\.youtube-nocookie\.com|player\.twitch\.tv|clips\.twitch\.tv)$/)
        }
      }),
    )
  })
})
