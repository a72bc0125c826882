import { Page } from '../ui/layout/page.tsx'
export function HomePage() {
  return <Page title="Home">…</Page>
}
