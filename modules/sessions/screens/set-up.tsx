import { useState } from 'react'
import { elsewhereOf, type SetUpForm } from '#games/manual/elsewhere.ts'
import { isActive } from '#games/options.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { sessionsContract, type EventView } from '../contract.ts'
import { isOver } from '../rules.ts'
import { shownValue } from './options/options.ts'
import { useOptions } from './options/use-options.ts'
import { lengthOf } from './plan-strip.tsx'
import css from './set-up.module.css'

type SetUpProps = { readonly event: EventView; readonly password: string }

/** For admins of an event whose server is none of ours: what to type where, or the file to take along. */
export function SetUp({ event, password }: SetUpProps) {
  const text = useTexts('sessions')
  const { form, file } = elsewhereOf(event.game) ?? {}
  if (isOver(event.status)) return null
  return (
    <Section title={text('setUp.title')}>
      {form && <CheckList event={event} password={password} form={form} />}
      {file && (
        <>
          <p>{text('setUp.byFile')}</p>
          <div className={css.actions}>
            <ButtonLink file download={file} to={`/query/race/${event.id}/settings-file`}>
              {text('setUp.file')}
            </ButtonLink>
          </div>
        </>
      )}
      {!form && !file && <p>{text('setUp.bySettings')}</p>}
      <p className={css.more}>{text('setUp.after')}</p>
    </Section>
  )
}

type Line = readonly [label: string, value: string]

/** Every field of somebody else's form in its order, to be ticked off; the ticks are this reader's own and last as long as the page. */
function CheckList({ event, password, form }: SetUpProps & { readonly form: SetUpForm }) {
  const text = useTexts('sessions')
  const game = useAsk(sessionsContract.catalogue, { game: event.game, part: 'options' }).data
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const options = useOptions(game?.options)
  if (!game) return <Skeleton rows={8} height={36} />
  const valueOf = (key: string): unknown => event.config.options[key] ?? options.find((option) => option.key === key)?.default
  const asked = new Set(form.fields.map(([, key]) => key))
  const lines: readonly Line[] = [
    [text('setUp.name'), event.serverName],
    [text('setUp.password'), password],
    [text('setUp.players'), String(event.config.maxEntries)],
    [text('setUp.track'), [event.trackName, event.track.layoutName].filter(Boolean).join(' · ')],
    [text('setUp.cars'), event.cars.map(({ name }) => name).join(', ')],
    ...event.config.segments.map((segment): Line => [text(`segment.${segment.type}`), lengthOf(text, segment)]),
    ...form.fields.flatMap(([label, key]): Line[] => {
      const option = options.find((one) => one.key === key)
      return option && isActive(options, option, event.config.options) ? [[label, shownValue(option, valueOf(key), text)]] : []
    }),
  ]
  const beyond = options.filter(
    (option) => !asked.has(option.key) && valueOf(option.key) !== option.default && isActive(options, option, event.config.options),
  )
  const toggle = (label: string): void =>
    setDone((before) => new Set(before.has(label) ? [...before].filter((one) => one !== label) : [...before, label]))
  return (
    <>
      <p>{text('setUp.byForm', { name: form.name })}</p>
      <div className={css.actions}>
        <ButtonLink to={form.url} outside>
          {text('setUp.toForm', { name: form.name })}
        </ButtonLink>
      </div>
      <ul className={css.list}>
        {lines.map(([label, value]) => (
          <li key={label}>
            <label>
              <input type="checkbox" checked={done.has(label)} onChange={() => toggle(label)} />
              <span>{label}</span>
              <b>{value}</b>
            </label>
          </li>
        ))}
      </ul>
      {beyond.length > 0 && (
        <p className={css.more}>
          {text('setUp.beyond')}: {beyond.map((option) => `${option.label}: ${shownValue(option, valueOf(option.key), text)}`).join(', ')}
        </p>
      )}
      <p className={css.more}>
        {text('setUp.others')}: {form.unplanned.join(', ')}
      </p>
    </>
  )
}
