import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { UserId } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import { filled, lookUp } from '#core/texts/look-up.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesNotices } from '#modules/entries/contract/notices.ts'
import type { ChangeContext } from '#server/room.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { notificationsContract } from './contract.ts'
import { notify, type Addressed } from './door.ts'
import { mailIn, mailOf } from './rules/said.ts'

describe('notifications', () => {
  let server: TestServer
  let driver: Person
  before(async () => {
    server = await testServer()
    driver = await person(server, 'Dora Klein')
  })
  after(() => server.stop())

  const inChange = (act: (context: ChangeContext) => void) => byHand(server, async (context) => act(context))
  const tell = (told: Partial<Addressed<'event'>>) =>
    inChange((context) =>
      notify(context, entriesNotices.promoted, { userId: driver.id, params: { event: 'Monza Sprint' }, link: '/events/1', effectKey: 'a', ...told }),
    )
  const tellCheckIn = ({ id: userId }: Person) =>
    inChange((context) =>
      notify(context, entriesNotices.checkInOpen, {
        userId,
        params: { event: 'Monza', closesAt: '2026-07-02T18:30:00.000Z' },
        link: '/events/1',
        effectKey: `check-in ${userId}`,
      }),
    )

  test('the same cause tells somebody once, in the app and by mail', async () => {
    await Promise.all([tell({}), tell({}), tell({})])
    const list = (await driver.as.ask(notificationsContract.notifications, {})).body
    assert.deepEqual([list.unread, list.notifications.map((one) => [one.kind, one.read])], [1, [['promoted', false]]])
    const { mails } = (await (await server.visitor.fetch(`/dev/mailbox.json?to=${driver.email}`)).json()) as { mails: { subject: string }[] }
    assert.deepEqual(
      mails.map((mail) => mail.subject),
      ['Monza Sprint: you are in'],
    )
    // pages hear of it once, too
    const { rows } = await server.running.machine.pool.query(`select count(*)::int as count from events where type = 'Notified'`)
    assert.deepEqual(rows, [{ count: 1 }])
  })

  test('who tells many the same at once, in whatever order, waits for nobody who waits for them', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, no) => person(server, `Reader ${no}`)))
    for (let night = 0; night < 8; night++)
      await Promise.all(
        [people, people.toReversed(), people, people.toReversed()].map((order) =>
          inChange((context) => {
            for (const { id: userId } of order)
              notify(context, entriesNotices.promoted, { userId, params: { event: 'Spa' }, link: '/events/1', effectKey: `night ${night} ${userId}` })
          }),
        ),
      )
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    assert.deepEqual(rows, [{ deadlocks: 0 }])
    const lists = await Promise.all(people.map(({ as }) => as.ask(notificationsContract.notifications, {})))
    assert.deepEqual(
      lists.map(({ body }) => body.unread),
      people.map(() => 8),
    )
  })

  test('read ones are counted no more; another user’s stay as they are', async () => {
    await tell({ effectKey: 'b' })
    const other = await person(server, 'Other')
    const [first] = (await driver.as.ask(notificationsContract.notifications, {})).body.notifications
    assert.deepEqual(await other.as.done(notificationsContract.MarkRead, {}, { notificationIds: [first!.id] }), { unread: 0 })
    assert.deepEqual(await driver.as.done(notificationsContract.MarkRead, {}, { notificationIds: [first!.id] }), { unread: 1 })
    assert.deepEqual(await driver.as.done(notificationsContract.MarkRead, {}, { notificationIds: null }), { unread: 0 })
  })

  test('what is told again later is not news; another cause is', async () => {
    await tell({ effectKey: 'later' })
    await driver.as.done(notificationsContract.MarkRead, {}, { notificationIds: null })
    await tell({ effectKey: 'later', params: { event: 'Another text' } })
    const { unread, notifications } = (await driver.as.ask(notificationsContract.notifications, {})).body
    assert.deepEqual([unread, notifications.filter(({ params }) => params['event'] === 'Another text').length], [0, 0])
    const count = notifications.length
    await tell({ effectKey: 'later still' })
    assert.equal((await driver.as.ask(notificationsContract.notifications, {})).body.notifications.length, count + 1)
    await driver.as.done(notificationsContract.MarkRead, {}, { notificationIds: null })
  })

  test('a code is kept for pages, which say it in the reader’s language, and said in mails', async () => {
    const reader = await person(server, 'Rosa Reader')
    await tell({ userId: reader.id, effectKey: 'code', params: { event: 'E1' }, inMail: { event: 'the first event' } })
    const [one] = (await reader.as.ask(notificationsContract.notifications, {})).body.notifications
    assert.deepEqual(one!.params, { event: 'E1' })
    const { mails } = (await (await server.visitor.fetch(`/dev/mailbox.json?to=${reader.email}`)).json()) as { mails: { subject: string }[] }
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['the first event: you are in'],
    )
    const wordsOf = (locale: string, file: string) =>
      JSON.parse(readFileSync(new URL(`../../locales/${locale}/${file}.json`, import.meta.url), 'utf8')) as Record<string, Record<string, string>>
    for (const locale of LOCALES) {
      const { RESTARTED: _, ...ofServers } = wordsOf(locale, 'hosting')['reason']!
      const { other: __, ...ofDaily } = wordsOf(locale, 'sessions-daily')['reason']!
      assert.deepEqual(wordsOf(locale, 'notifications')['reasons'], { ...ofServers, ...ofDaily }, locale)
    }
  })

  const mailsOf = async (to: string) => {
    const reply = await server.visitor.fetch(`/dev/mailbox.json?to=${to}`)
    return ((await reply.json()) as { mails: { subject: string; body: string }[] }).mails.map(({ subject, body }) => ({ subject, body }))
  }

  test('mails speak the language somebody has chosen, by their clock; until then that of their first day', async () => {
    const berlin = await person(server, 'Greta Gross')
    const { v } = (await berlin.as.ask(accountsContract.me, {})).body
    await berlin.as.done(accountsContract.ChangeSettings, { id: berlin.id, v }, { locale: 'de', timeZone: 'Europe/Berlin' })
    const { publicUrl } = server.running.machine.config
    await tellCheckIn(berlin)
    assert.deepEqual(await mailsOf(berlin.email), [
      {
        subject: 'Check für Monza bis Do., 2. Juli, 20:30 MESZ ein: Wer das nicht tut, verliert seinen Platz an die Warteliste',
        body: `Check für Monza bis Do., 2. Juli, 20:30 MESZ ein: Wer das nicht tut, verliert seinen Platz an die Warteliste.\n\n${publicUrl}/events/1\n`,
      },
    ])
    const paris = await person(server, 'Fabien Petit', { onboarded: false })
    const first = { name: 'Fabien Petit', country: 'FR', birthDate: '1990-01-01', tos: true, privacyPolicy: true } as const
    const words = { cookie: `${paris.as.cookie}; locale=fr` }
    const began = await paris.as.fetch(accountsContract.AcceptTerms.path.replace('{id}', paris.id).replace('{v}', '1'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...words },
      body: JSON.stringify(first),
    })
    assert.equal(began.status, 200, await began.clone().text())
    await tellCheckIn(paris)
    const [mail] = await mailsOf(paris.email)
    assert.match(mail!.subject, /Monza/)
    assert.match(mail!.body, /jeu\. 2 juil\./)
  })

  test('of every kind there is a mail in each language, with a subject on one line', () => {
    const values = new Proxy<Record<string, string>>({}, { get: () => 'Spa' })
    for (const locale of LOCALES) {
      const texts = JSON.parse(readFileSync(new URL(`../../locales/${locale}/notifications.json`, import.meta.url), 'utf8'))
      const words = {
        find: (key: string) => lookUp(texts, key),
        say: (key: string) => filled(lookUp(texts, key) ?? '', () => 'Spa'),
        moment: () => '20:30',
      }
      for (const kind of Object.keys(texts.kinds)) {
        const names = [...String(texts.kinds[kind]).matchAll(/{{(\w+)}}/g)].map(([, name]) => [name!, values[name!]!])
        const { subject, body } = mailIn(words, { kind, params: Object.fromEntries(names) }, 'https://example.org/x')
        assert.match(subject, /^(?!.*{{)\S.{8,148}[^.]$/, `${locale} ${kind}`)
        assert.ok(body.endsWith('\n\nhttps://example.org/x\n') && !body.includes('{{'), `${locale} ${kind}`)
      }
    }
  })

  test('a name with line ends stays on the subject’s one line', () => {
    assert.equal(mailOf(entriesNotices.promoted, { event: 'A\r\nBcc: x@example.org' }, '').subject, 'A Bcc: x@example.org: you are in')
  })

  test('a reason, and until when, stands behind the sentence of whatever kind, and not in it too', () => {
    for (const locale of LOCALES) {
      const { kinds } = JSON.parse(readFileSync(new URL(`../../locales/${locale}/notifications.json`, import.meta.url), 'utf8'))
      for (const [kind, words] of Object.entries<string>(kinds)) assert.doesNotMatch(words, /{{(reason|endsAt)}}/, `${locale} ${kind}`)
    }
  })

  test('a sentence without what it names, or with what it does not, does not compile', () => {
    const about = { link: '/events/1', effectKey: 'c', userId: '' as UserId }
    const wrong = [
      // @ts-expect-error -- when does it start?
      (context: ChangeContext) => notify(context, entriesNotices.moved, { ...about, params: { event: 'A' } }),
      // @ts-expect-error -- it names no reason
      (context: ChangeContext) => notify(context, entriesNotices.cancelled, { ...about, params: { event: 'A', reason: 'B' } }),
      // @ts-expect-error -- a kind that no room has
      (context: ChangeContext) => notify(context, 'promoted', { ...about, params: { event: 'A' } }),
    ]
    assert.equal(wrong.length, 3)
  })
})
