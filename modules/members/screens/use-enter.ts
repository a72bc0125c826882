import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { membersContract, type LeagueOfUser } from '../contract.ts'

/** Joining or applying: the same steps, another command. */
export function useEnter(league: LeagueOfUser) {
  const text = useTexts('members')
  const handles = ['RATE_LIMIT_EXCEEDED', 'DISCORD_REQUIRED'] as const
  const join = useSend(membersContract.JoinLeague, { said: text('enter.joined', { name: league.name }), handles })
  const apply = useSend(membersContract.AddApplication, { said: text('enter.applied', { name: league.name }), handles })
  const used = league.may.join ? join : apply
  return {
    isSending: used.isSending,
    refusal: used.refusal,
    errorAt: used.errorAt,
    reset: used.reset,
    send: (answers: { readonly password?: string; readonly tos?: boolean; readonly tosVersion?: number }): Promise<unknown> =>
      league.may.join
        ? join.send(answers, { id: league.id, v: league.v })
        : apply.send({ leagueId: league.id, refId: league.id, refType: 'LEAGUE', ...answers }),
  }
}

type Step = 'discord' | 'password' | 'terms'

/** The steps on the way in, in the order of product.md §4: chat account, password, terms. */
export const stepsOf = (league: LeagueOfUser): readonly Step[] => [
  ...(league.summaryData.discordRequired && !league.discordLinked ? (['discord'] as const) : []),
  ...(league.passwordRequired ? (['password'] as const) : []),
  ...(league.tosRequired ? (['terms'] as const) : []),
]

export const needsDialog = (league: LeagueOfUser): boolean => stepsOf(league).length > 0
