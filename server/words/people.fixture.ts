import { allOf, room, why, type Thing } from './word.fixture.ts'

const LEAGUES = ['leagues.publicLeague', 'members.league']
const FORMS = ['leagues.AddLeague', 'leagues.EditLeague']
const INNER = 'directJoin discordRequired tos type'

/** People, communities and what is paid for. */
export const PEOPLE_WORDS: readonly Thing[] = [
  {
    thing: 'User',
    answers: ['accounts.me'],
    bodies: ['accounts.ChangeSettings'],
    words: {
      ...allOf('id email subscription memberships.[].consent.tos memberships.[].statusInfo.date', 'answers'),
      'memberships.[].isAdmin': why('the flags are one word, `role`: a higher role includes the lower ones (docs/decisions/0008)'),
      ...allOf('settings.ads settings.country settings.discord.id settings.iRacing.id settings.r3e.isAssociated', 'answers'),
      ads: 'bodies',
    },
  },
  {
    thing: 'League',
    answers: LEAGUES,
    words: {
      ...allOf('id name inviteLink tosRequired summaryData.bgImage', 'answers'),
      ...Object.fromEntries(INNER.split(' ').map((name) => [`summaryData.${name}`, 'answers' as const])),
    },
  },
  // calls.tsv: the form is flat
  { thing: 'League, its form', bodies: FORMS, words: allOf(`name inviteLink ${INNER}`, 'bodies') },
  {
    thing: 'League limits',
    answers: ['members.league:limits'],
    words: {
      ...allOf('plan.productId plan.productName plan.isCredit plan.endDate', 'answers'),
      ...allOf('permissions.MIN_GRID_SIZE permissions.MAX_GRID_SIZE permissions.EVENT_IMAGES permissions.EVENTS_PER_WEEK', 'answers'),
      ...allOf('permissions.EVENT_DURATION_SUM_PER_MONTH permissions.LAUNCH_SERVERS permissions.DISCORD_INTEGRATION', 'answers'),
      ...allOf('usage.currentWeekSessionCount usage.currentMonthSessionDurationSum', 'answers'),
    },
  },
  { thing: 'Application', bodies: ['members.AddApplication'], words: allOf('leagueId refId refType password', 'bodies') },
  {
    thing: 'Image upload',
    answers: ['leagues.RequestImageUpload'],
    bodies: ['leagues.RequestImageUpload'],
    words: {
      ...allOf('entityId entityType types', 'bodies'),
      ...allOf('urls[].type urls[].url urls[].method urls[].fields urls[].maxSizeBytes urls[].MIMEType', 'answers'),
      ...allOf('format aspectRatio imageMIMEType', why('the crop happens in the browser: nobody is sent its measures')),
    },
  },
  {
    thing: 'Plan product',
    words: allOf('id name externalId price.gross price.net price.tax currency discountPercentage amount fuelCount', room('products')),
  },
]
