import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { CatalogueReply } from '../../contract.ts'
import type { Feature, PlanFacts } from '#modules/billing/rules.ts'
import { BOUNDS, HOSTINGS, REGIONS, usualHosting, type Hosting } from '../../rules.ts'
import { ConditionFields } from './condition-fields.tsx'
import type { FormParts } from './event-form.tsx'
import css from './form.module.css'
import { hostingOf, isManual, trackGrid } from './form-state.ts'
import { SplitFields } from './split-fields.tsx'
import { roomForTeams } from '../choices/team-size.ts'

const PASSWORDS = [
  ['server', 'passwordServer'],
  ['admin', 'passwordAdmin'],
  ['spectator', 'passwordSpectator'],
] as const

/** Who may take part, and the server; everything here may stay as it is. */
export function StepServer(
  props: FormParts & { readonly game: CatalogueReply | undefined; readonly plan: PlanFacts | undefined; readonly editing: boolean },
) {
  const text = useTexts('sessions-form')
  const { form, change, error, game, plan, editing } = props
  const most = Math.min(trackGrid(game, form), plan?.maxGrid ?? BOUNDS.maxGrid)
  const byHand = isManual(form)
  const hosting = hostingOf(form)
  const splits = hosting === 'AUTOMATIC' && !byHand && form.isMultiSplit
  const room = text(most < trackGrid(game, form) ? 'form.planGrid' : 'form.trackFacts', { cars: most })
  const lacks = (feature: Feature, isOn: boolean): boolean => plan !== undefined && !plan.features.includes(feature) && !isOn
  const serverName = (
    <TextField
      label={text('form.serverName')}
      hint={text(byHand ? 'form.ownServerHint' : 'form.serverNameHint')}
      optional
      value={form.serverName}
      maxLength={60}
      onChange={(name) => change({ serverName: name })}
      error={error('serverName')}
    />
  )
  return (
    <>
      {!byHand && form.game && (
        <SelectField
          label={text('form.hosting')}
          value={hosting}
          onChange={(picked) => change({ hosting: picked as Hosting, ...(picked === 'ELSEWHERE' ? { enableServerProtection: false } : {}) })}
          choices={HOSTINGS.map((value) => ({ value, label: text(`form.hosted.${value}`) }))}
          hint={hostingHint(form.game, hosting, text)}
          error={error('hosting')}
        />
      )}
      <FieldPair>
        <NumberField
          label={text('form.maxEntries')}
          value={form.maxEntries}
          min={2}
          max={splits ? BOUNDS.allSplits : most}
          onChange={(maxEntries) => change({ maxEntries })}
          hint={splits ? text('form.allSplitsHint') : byHand && most === BOUNDS.maxGrid ? undefined : room}
          error={error('config.maxEntries')}
        />
        {hosting === 'AUTOMATIC' && (
          <SelectField
            label={text('form.region')}
            value={form.region}
            onChange={(region) => change({ region })}
            choices={REGIONS.map((region) => ({ value: region, label: region }))}
            error={error('config.location')}
          />
        )}
      </FieldPair>
      {hosting === 'AUTOMATIC' && !byHand && (
        <SplitFields {...props} most={most} room={room} isLacking={lacks('automatedSplits', form.isMultiSplit)} />
      )}
      <FieldPair>
        {form.daily === null && (
          <DateTimeField
            label={text('form.registrationOpensAt')}
            hint={text('form.registrationHint')}
            optional
            value={form.registrationOpensAt}
            onChange={(registrationOpensAt) => change({ registrationOpensAt })}
            error={error('registrationOpensAt')}
          />
        )}
        <TextField
          label={text('form.entryPassword')}
          hint={text('form.entryPasswordHint')}
          optional
          value={form.entryPassword}
          autoComplete="off"
          maxLength={32}
          onChange={(entryPassword) => change({ entryPassword })}
          error={error('config.entryPassword')}
        />
      </FieldPair>
      {!byHand && (
        <SwitchField label={text('form.checkIn')} hint={text('form.checkInHint')} value={form.checkIn} onChange={(checkIn) => change({ checkIn })} />
      )}
      <ConditionFields {...props} isLacking={lacks('entryRules', Object.keys(form.joinConditions).length > 0)} />
      <SwitchField
        label={text('form.isRanked')}
        hint={text('form.isRankedHint')}
        value={form.isRanked}
        onChange={(isRanked) => change({ isRanked })}
      />
      {(byHand || !form.game || !GAME_FACTS[form.game].oneDriver || form.driverSwap) && (
        <SwitchField
          label={text('form.driverSwap')}
          hint={text('form.driverSwapHint')}
          value={form.driverSwap}
          onChange={(driverSwap) => change({ driverSwap, ...(driverSwap ? roomForTeams(form, game) : {}) })}
          disabled={lacks('driverSwap', form.driverSwap)}
          error={error('driverSwap')}
        />
      )}
      {byHand && (
        <FieldPair>
          {serverName}
          <TextField
            label={text('form.passwordServer')}
            optional
            value={form.passwords.server}
            autoComplete="off"
            maxLength={16}
            onChange={(server) => change({ passwords: { ...form.passwords, server } })}
            error={error('config.passwords.server') ?? error('config.passwords')}
          />
        </FieldPair>
      )}
      {!byHand && (
        <details className={css.details} open={['serverName', 'passwords', 'enableServerProtection'].some(error) || undefined}>
          <summary>{text('form.moreServer')}</summary>
          {serverName}
          <fieldset className={css.box}>
            <legend className={css.legend}>{text('form.passwords')}</legend>
            <p className={css.hint}>
              {text('form.passwordsHint')} {editing && text('form.passwordsKept')}
            </p>
            <FieldPair>
              {PASSWORDS.filter(([name]) => form.game && GAME_FACTS[form.game].passwords.includes(name)).map(([name, label]) => (
                <TextField
                  key={name}
                  label={text(`form.${label}`)}
                  optional
                  value={form.passwords[name]}
                  autoComplete="off"
                  maxLength={16}
                  onChange={(typed) => change({ passwords: { ...form.passwords, [name]: typed } })}
                  error={error(`config.passwords.${name}`) ?? (name === 'server' ? error('config.passwords') : undefined)}
                />
              ))}
            </FieldPair>
          </fieldset>
          <SwitchField label={text('form.closedEntry')} value={form.closedEntry} onChange={(closedEntry) => change({ closedEntry })} />
          <SwitchField
            label={text('form.hasGridPositions')}
            value={form.hasGridPositions}
            onChange={(hasGridPositions) => change({ hasGridPositions })}
          />
          {hosting === 'AUTOMATIC' && (
            <SwitchField
              label={text('form.enableServerProtection')}
              hint={text('form.enableServerProtectionHint')}
              value={form.enableServerProtection}
              onChange={(enableServerProtection) => change({ enableServerProtection })}
              disabled={lacks('serverProtection', form.enableServerProtection)}
              error={error('config.enableServerProtection')}
            />
          )}
        </details>
      )}
    </>
  )
}

/** What the choice means for this game: the one that is not usual for it has something to be known before. */
const hostingHint = (game: GameId, hosting: Hosting, text: Text<'sessions-form'>): string => {
  const isOwnWords = hosting === 'ELSEWHERE' || usualHosting(game) === 'ELSEWHERE'
  return (isOwnWords ? text.find(`form.hostingHint.${hosting}_${game}`) : undefined) ?? text(`form.hostingHint.${hosting}`)
}
