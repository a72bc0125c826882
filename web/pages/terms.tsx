import { Legal } from './terms/legal.tsx'

export const TermsPage = () => (
  <Legal
    page="terms"
    parts={[
      'terms.platform',
      'terms.account',
      'terms.racing',
      'terms.content',
      'terms.communities',
      'terms.service',
      'terms.liability',
      'terms.end',
      'terms.changes',
    ]}
  />
)
