import { allOf, room, type Thing } from './word.fixture.ts'

const thing = (name: string, of: string, words: string): Thing => ({ thing: name, words: allOf(words, room(of)) })

/** Things of §3 whose rooms are not built: the day a room of that name stands, each of its names wants a place. */
export const WORDS_TO_COME: readonly Thing[] = [
  thing('Discord role', 'discord', 'leagueId guildId roleType roleName name deleted'),
  thing('Skin', 'downloads', 'id name previewSm2 previewSm5 previewImage contentId contentVersion deleted skinType skinName'),
  thing(
    'Download content',
    'downloads',
    'id title description tags version latestVersion latestVersionTimestamp latestVersionUploadStatus videoURL images game trackId carId contentProps',
  ),
  thing(
    'Practice form',
    'practice',
    'name serverName serverPassword showPasswordToCommunityMembers maxEntries duration startsAt location leagueId sourceSessionId cars.id cars.count',
  ),
  thing('Practice purchase', 'practice', 'productName minutes date totalMinutes receiptUrl currency'),
  thing('Leaderboard season', 'leaderboard', 'points rank multiplier'),
  thing('Hot lap', 'hot-laps', 'lapTime videoLink competitionName'),
  thing('Prize claim', 'prizes', 'campaign date termsAgreement prizeAmounts ranks'),
  thing('Stream', 'streams', 'user.id user.name user.country platform.userAvatarURL platform.userDisplayName'),
]
