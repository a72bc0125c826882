import { Legal } from './terms/legal.tsx'

export const PrivacyPage = () => (
  <Legal page="privacy" parts={['who', 'stored', 'why', 'public', 'others', 'cookies', 'long', 'rights', 'removal', 'safety', 'age', 'changes']} />
)
