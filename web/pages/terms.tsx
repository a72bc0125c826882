import { Legal } from './terms/legal.tsx'

export const TermsPage = () => (
  <Legal page="terms" parts={['platform', 'account', 'racing', 'content', 'communities', 'service', 'liability', 'end', 'changes']} />
)
