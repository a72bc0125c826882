import { deed, type Deed } from '#core/joint.ts'
import { BackgroundChanged, LeagueClosed, LeagueEdited, LeagueFounded, LogoChanged, TermsOfServiceSet, VisibilityChanged } from './facts.ts'

export const leaguesDeeds: readonly Deed[] = [
  deed(LeagueFounded, () => ({})),
  deed(LeagueEdited, ({ changed }) => ({ params: { changed: (changed ?? []).join(' ') } })),
  deed(VisibilityChanged, ({ visibility }) => ({ as: visibility === 'HIDDEN' ? 'LeagueHidden' : 'LeagueShown' })),
  deed(TermsOfServiceSet, ({ tos }) => ({ as: tos === null ? 'TermsRemoved' : 'TermsOfServiceSet' })),
  deed(LogoChanged, ({ img }) => ({ as: img === null ? 'LogoRemoved' : 'LogoChanged' })),
  deed(BackgroundChanged, ({ img }) => ({ as: img === null ? 'BackgroundRemoved' : 'BackgroundChanged' })),
  deed(LeagueClosed, () => ({})),
]
