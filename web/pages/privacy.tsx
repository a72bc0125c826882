import { Legal } from './terms/legal.tsx'

export const PrivacyPage = () => (
  <Legal
    page="privacy"
    parts={[
      'privacy.who',
      'privacy.stored',
      'privacy.why',
      'privacy.public',
      'privacy.others',
      'privacy.cookies',
      'privacy.long',
      'privacy.rights',
      'privacy.removal',
      'privacy.safety',
      'privacy.age',
      'privacy.changes',
    ]}
  />
)
