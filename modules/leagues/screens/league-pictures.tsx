import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { leaguesContract, type LeagueView } from '../contract.ts'

/** A community's logo or background. */
export function LeaguePicture({ league, type }: { readonly league: LeagueView; readonly type: 'logo' | 'background' }) {
  const text = useTexts('leagues')
  const change = useSend(type === 'logo' ? leaguesContract.ChangeLogo : leaguesContract.ChangeBackground, { said: text(`pictures.${type}Saved`) })
  return (
    <PictureField
      of={{ entityType: 'LEAGUE', entityId: league.id }}
      type={type}
      url={type === 'logo' ? league.logoUrl : league.summaryData.bgImage}
      title={text(`pictures.${type}`)}
      now={text(`pictures.${type}Now`)}
      none={text(`pictures.${type}None`)}
      pick={text(`pictures.${type}Pick`)}
      hint={text(`pictures.${type}Hint`)}
      busy={change.isSending}
      onTake={(img) => change.send({ img }, { id: league.id, v: league.v })}
    />
  )
}
