import { isListed, isPublished } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'

/** Together within what one file may name, and soon read. */
const MOST = { communities: 5000, events: 20_000 } as const
const PAGES = ['/', '/events', '/communities', '/terms', '/privacy']

/** What stands in everybody's lists, the latest first; hidden and closed communities and drafts never do. */
export async function sitemapOf(db: Reader, publicUrl: string): Promise<string> {
  const [leagues, sessions] = await Promise.all([
    db.selectFrom('leagues').select('id').where(isListed()).orderBy('created_at', 'desc').limit(MOST.communities).execute(),
    db
      .selectFrom('sessions')
      .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
      .select('sessions.id')
      .where('sessions.deleted_at', 'is', null)
      .where(isPublished())
      .where(isListed())
      .orderBy('sessions.starts_at', 'desc')
      .limit(MOST.events)
      .execute(),
  ])
  const paths = [...PAGES, ...leagues.map(({ id }) => `/communities/${id}`), ...sessions.map(({ id }) => `/events/${id}`)]
  const urls = paths.map((path) => `<url><loc>${new URL(path, publicUrl).href.replaceAll('&', '&amp;')}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
