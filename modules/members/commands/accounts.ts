import type { UserId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { PLATFORMS, type Stated } from '#games/facts/platform.ts'
import { accountHolder, correctAccount } from '#modules/accounts/door.ts'
import { roleIn, type LockedLeague } from '#modules/leagues/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { membersNotices } from '../contract/notices.ts'
import { AccountCorrected } from '../contract/facts.ts'
import type { membersContract } from '../contract.ts'
import { mayAdminister } from '../policy.ts'
import { onLeague, tell } from './on-league.ts'

export const accountCommands: Pick<CommandsOf<typeof membersContract>, 'CorrectAccount'> = {
  /**
   * What a member has only told is set right; the number itself stands nowhere but in the account and in what its owner is told. Its version is
   * the member's, who may change it meanwhile as other admins may.
   */
  CorrectAccount: (context, { id, v, body: { userId, provider, subject } }) =>
    onLeague(context, id, null, mayAdminister, async ({ league }) => {
      const { tx, now } = context
      if ((await roleIn(tx, league.id, userId)) === null) return refuse('NOT_A_MEMBER')
      const holder = subject === null ? undefined : await accountHolder(tx, provider, subject)
      const isTheirs = holder?.user_id === userId
      if (holder && !isTheirs && !holder.proven && (await roleIn(tx, league.id, holder.user_id)) !== null) {
        await correctAccount(tx, { userId: holder.user_id, provider, subject: null }, now)
        await noted(context, league, holder.user_id, { provider, account: null, before: subject })
      }
      const corrected = await correctAccount(tx, { userId, v, provider, subject }, now)
      if (!corrected.ok) return corrected
      const { before } = corrected.value
      if (before === subject) return subject === null ? refuse('NOT_FOUND') : ok({ v: corrected.value.v })
      await noted(context, league, userId, { provider, account: subject, before })
      return ok({ v: corrected.value.v })
    }),
}

type What = { readonly provider: Stated; readonly account: string | null; readonly before: string | null }

async function noted(context: CommandContext, league: LockedLeague, userId: UserId, { provider, account, before }: What): Promise<void> {
  context.record(AccountCorrected, { leagueId: league.id, userId, provider, removed: account === null })
  const params = { platform: PLATFORMS[provider], account, before: before ?? '–' }
  tell(
    context,
    league,
    userId,
    account === null ? membersNotices.accountRemoved : membersNotices.accountCorrected,
    params,
    '/settings#social-settings',
  )
}
