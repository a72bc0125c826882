import type { ReplyOf } from '#core/contract.ts'
import type { accountsContract } from '#modules/accounts/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import css from './accounts.module.css'

type Profile = ReplyOf<typeof accountsContract.profile>

export function ProfileCommunities({ profile, isMine }: { readonly profile: Profile; readonly isMine: boolean }) {
  const text = useTexts('accounts')
  return (
    <Section title={text('profile.communities')}>
      {profile.communities.length === 0 ? (
        <EmptyState title={text('profile.noCommunities')} action={isMine && <ButtonLink to="/communities">{text('profile.findOne')}</ButtonLink>} />
      ) : (
        <CardList>
          {profile.communities.map((league) => (
            <div key={league.id} className={css.row}>
              <Avatar name={league.name} size={32} square />
              <Link to={`/communities/${league.id}`} className={css.rowWords}>
                <b>{league.name}</b>
              </Link>
              {league.role !== 'member' && <Chip tone="quiet">{text(`role.${league.role}`)}</Chip>}
            </div>
          ))}
        </CardList>
      )}
    </Section>
  )
}
