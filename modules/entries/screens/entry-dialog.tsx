import { useEffect, useId, useRef, useState } from 'react'
import { useAskNow } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { entriesContract as contract, type EntryList, type EntryView } from '../contract.ts'
import { RACE_NUMBER } from '../rules/numbers.ts'
import { AccountAlert } from './account-alert.tsx'
import { isAnswered, isAsking, NOTHING, sentAnswers } from './answers.ts'
import { CarCards } from './car-cards.tsx'
import { CommunityAsks, type TermsPart } from './community-asks.tsx'
import css from './entries.module.css'
import { newTeam, type NewTeam, TeamFields } from './team/team-fields.tsx'
import { isCarFull, listed } from './entry-list.ts'
import { seatsForComer } from './next-action.ts'

/** Refusals the dialog shows itself, at their field or above the buttons. */
const SHOWN = [
  'REGISTRATION_FULL',
  'CLASS_LIMIT_REACHED',
  'RATE_LIMIT_EXCEEDED',
  'VERSION_CONFLICT',
  'REGISTRATION_CLOSED',
  'ALREADY_REGISTERED',
  'MEMBER_BANNED',
  'MEMBER_REQUIRED',
  'DISCORD_REQUIRED',
  'JOIN_CONDITIONS_NOT_MET',
] as const
const MANY_SKINS = 12

/** What is chosen of an entry; empty texts are the default livery and the first class with room. */
type Choice = NewTeam & {
  readonly model: string | null
  readonly skin: string
  readonly classId: string
  readonly raceNumber: number | null
}

/** Registers, joins the waiting list, or changes an entry: car, livery, number. Nothing typed is lost on a refusal. */
export function EntryDialog(props: {
  readonly list: EntryList
  readonly entry: EntryView | null
  /** Where somebody registers, who may have terms to accept. */
  readonly terms?: TermsPart
  /** The car that was pressed. */
  readonly model?: string
  readonly onClose: () => void
}) {
  const { entry, model: pressed, onClose } = props
  const list = choosable(props.list, entry)
  const text = useTexts('entries')
  const form = useId()
  const askNow = useAskNow()
  const [password, setPassword] = useState('')
  const [answers, setAnswers] = useState(NOTHING)
  // product.md §5: what the community asks comes before the car
  const [hasAnswered, setAnswered] = useState(false)
  const isTeam = list.teamRules !== null && !entry
  // its server is set up while this is open: what was chosen can be read, not sent
  const isOver = entry !== null && list.status !== 'WAITING'
  const [team] = useState(newTeam)
  const [wantsToWait, setWantsToWait] = useState(false)
  const [missingCar, setMissingCar] = useState(false)
  const options = { handles: SHOWN }
  const registering = {
    ...options,
    onDone: ({ status }: { readonly status: string }) => toast({ tone: 'good', text: text(status === 'ACTIVE' ? 'said.registered' : 'said.queued') }),
  }
  const add = useSend(contract.AddEntry, registering)
  const addTeam = useSend(contract.RegisterTeam, registering)
  const changeCar = useSend(contract.ChangeCar, options)
  const changeNumber = useSend(contract.ChangeRaceNumber, options)
  const edit = useEdit<Choice>({
    present: versionOf(list, entry, team),
    ask: async () => {
      const next = await askNow(contract.entryList, { refId: list.sessionId })
      return versionOf(next, entry && listed(next, entry), team)
    },
    save: ({ v, values, base }) => (entry ? change(entry.id, v, values, base) : register(values)),
    // a livery and a class are those of a car
    together: [['model', 'skin', 'classId']],
    naming: {
      label: ([key]) => text(LABELS[key as keyof Choice] ?? 'dialog.car'),
      show: ([key], value) => {
        if (key !== undefined && key in LABELS) return String(value)
        const { model, skin, classId } = value as Pick<Choice, 'model' | 'skin' | 'classId'>
        const car = list.cars.find((one) => one.model === model)
        return [car?.name ?? model, skin.replaceAll('_', ' '), list.carClasses.find((one) => one.id === classId)?.name].filter(Boolean).join(', ')
      },
    },
    onDone: onClose,
    draft: entry ? `change:${entry.id}` : `entry:${list.sessionId}`,
  })
  const { put } = edit
  // as the dialog opens: afterwards whatever is chosen in it counts
  const isTaken = useRef(false)
  useEffect(() => {
    if (pressed === undefined || isTaken.current) return
    isTaken.current = true
    put({ model: pressed, skin: '' })
  }, [pressed, put])
  const { model, raceNumber } = edit.values
  const car = list.cars.find((one) => one.model === model)
  const { carClassId, skin: chosenSkin } = chosenOf(list, edit.values)
  const isFull = seatsForComer(list, useNow()) === 0
  // where nothing is free any more, as it may become while this is open, waiting is all there is
  const mayWait = wantsToWait || isFull
  const isOwn = !entry || entry.id === list.mine?.id
  const lacksAccount = list.account?.needed === true && list.account.alert !== null && (!entry || (isOwn && !list.may.changeAnyCar))
  const someClassFull = !isFull && list.cars.some((one) => isCarFull(one, list.carClasses))

  const at = { refId: list.sessionId, v: list.v }
  const register = async (values: Choice) => {
    const choice = { car: chosenOf(list, values), raceNumber: values.raceNumber }
    const common = {
      ...sentAnswers(list.asks, answers),
      waitingList: mayWait,
    }
    const alone = { listType: 'SingleEvent', leagueId: list.leagueId, entry: choice, password: password || null } as const
    // who registers for an event that has changed looks at it first
    const reply = await (isTeam
      ? addTeam.send({ team: { name: values.name, pin: values.pin, ...choice, password: password || null }, ...common }, at)
      : add.send({ ...alone, ...common }, at))
    return reply && { reply }
  }
  const change = async (entryId: EntryView['id'], from: number, values: Choice, base: Choice) => {
    const [car, before] = [chosenOf(list, values), chosenOf(list, base)]
    const isSameCar = car.model === before.model && car.skin === before.skin && (car.carClassId === null || base.classId === car.carClassId)
    const isSameNumber = values.raceNumber === null || values.raceNumber === base.raceNumber
    const changed = isSameCar ? { reply: { v: from } } : await changeCar.attempt({ entryId, car }, { ...at, v: from })
    if ('refusal' in changed || isSameNumber) return changed
    return changeNumber.attempt({ entryId, raceNumber: values.raceNumber! }, { ...at, v: changed.reply.v })
  }
  const save = async (): Promise<void> => {
    if (!isAtCar) goOn()
    else if (car) await edit.save()
    else setMissingCar(true)
  }
  const goOn = (): void => {
    for (const one of [add, addTeam]) one.reset()
    setAnswered(true)
  }

  const mayNumber = (entry === null ? list.may.pickRaceNumber : isOwn ? list.may.changeRaceNumber : list.may.changeAnyCar) ?? false
  const sends = [add, addTeam, changeCar, changeNumber]
  const errorAt = (field: string): string | undefined =>
    sends.map((one) => one.errorAt(field) ?? one.errorAt(`${isTeam ? 'team' : 'entry'}.${field}`)).find(Boolean)
  const isAsked = !entry && isAsking(list.asks)
  // what the community refuses is put right where it was asked
  const isAtCar = !isAsked || (hasAnswered && isAnswered(list.asks, answers) && !errorAt('membershipPassword') && !errorAt('tos'))
  const isRefusedFull = [add, addTeam].some((one) => one.refusal?.code === 'REGISTRATION_FULL')
  const refusal = sends.map((one) => one.refusal).find((one) => one && one.field === null)
  return (
    <Dialog
      title={text(entry ? 'dialog.changeTitle' : isFull ? 'dialog.queueTitle' : isTeam ? 'team.register' : 'dialog.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={isAsked && isAtCar ? () => setAnswered(false) : onClose}>{text('dialog.back')}</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            disabled={isOver || (isAtCar ? lacksAccount && !entry : !isAnswered(list.asks, answers))}
            busy={edit.isSaving}
          >
            {text(!isAtCar ? 'dialog.next' : entry ? 'dialog.save' : isFull ? 'next.queue' : isTeam ? 'team.register' : 'next.register')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        {/* nobody goes on with what can no longer be sent */}
        <FormNotes of={isOver ? { ...edit.notes, foundAt: null } : edit.notes} />
        {isOver && (
          <p className={css.note} role="status">
            {text('dialog.over')}
          </p>
        )}
        {isOwn && <AccountAlert account={list.account} />}
        {isFull && !entry && <p className={css.note}>{text(list.seatsLeft > 0 ? 'dialog.offered' : 'dialog.full', { count: list.waiting + 1 })}</p>}
        {!isAtCar && props.terms && <CommunityAsks asks={list.asks} terms={props.terms} value={answers} onChange={setAnswers} errorAt={errorAt} />}
        {isAtCar && (
          <>
            {isTeam && <TeamFields value={edit.values} onChange={edit.put} errorAt={errorAt} />}
            <CarCards
              list={list}
              value={model}
              stay={entry?.car.carClassId ?? null}
              mayWait={mayWait}
              isFixed={lacksAccount}
              error={missingCar && !car ? text('dialog.carMissing') : errorAt('car')}
              onChange={(next) => edit.put({ model: next, skin: '' })}
            />
            {someClassFull && !entry && (
              <CheckField label={text('dialog.wait')} hint={text('dialog.waitHint')} value={mayWait} onChange={setWantsToWait} />
            )}
            {car && car.carClassIds.length > 1 && (
              <SelectField
                label={text('dialog.class')}
                value={carClassId ?? ''}
                onChange={(classId) => edit.put({ classId })}
                choices={[
                  { value: '', label: text('dialog.anyClass') },
                  ...car.carClassIds.map((id) => ({ value: id, label: list.carClasses.find((one) => one.id === id)?.name ?? id })),
                ]}
              />
            )}
            {car && car.skins.length > 0 && (
              <SelectField
                label={text('dialog.livery')}
                search={car.skins.length > MANY_SKINS}
                value={chosenSkin ?? ''}
                onChange={(livery) => edit.put({ skin: livery })}
                choices={[
                  { value: '', label: text('dialog.defaultLivery') },
                  ...car.skins.map((one) => ({ value: one, label: one.replaceAll('_', ' ') })),
                ]}
              />
            )}
            {mayNumber && (
              <NumberField
                label={text('dialog.number')}
                hint={entry ? text('dialog.numberRange', RACE_NUMBER) : text('dialog.numberHint', { number: list.suggestedNumber })}
                value={raceNumber}
                onChange={(number) => edit.put({ raceNumber: number })}
                min={RACE_NUMBER.min}
                max={RACE_NUMBER.max}
                optional={!entry}
                error={errorAt('raceNumber')}
              />
            )}
            {!mayNumber && !entry && <p className={css.quiet}>{text('dialog.yourNumber', { number: list.suggestedNumber })}</p>}
            {list.passwordRequired && !entry && (
              <PasswordField
                label={text('dialog.password')}
                hint={text('dialog.passwordHint')}
                value={password}
                onChange={setPassword}
                maxLength={64}
                error={errorAt('password')}
              />
            )}
          </>
        )}
        <div role="alert">{refusal && <p className={css.refusal}>{refusal.message}</p>}</div>
        {isRefusedFull && !mayWait && <Button onClick={() => setWantsToWait(true)}>{text('dialog.waitInstead')}</Button>}
        {mayWait && !isFull && isRefusedFull && <p className={css.note}>{text('dialog.willWait')}</p>}
      </Form>
    </Dialog>
  )
}

const LABELS: Readonly<Partial<Record<keyof Choice, 'dialog.number' | 'team.name' | 'team.pin'>>> = {
  raceNumber: 'dialog.number',
  name: 'team.name',
  pin: 'team.pin',
}

const versionOf = (list: EntryList, entry: EntryView | null, team: NewTeam): Version<Choice> => ({
  v: entry?.v ?? 0,
  values: {
    ...(entry ? { name: '', pin: '' } : team),
    model: entry?.car.model ?? (list.cars.length === 1 ? list.cars[0]!.model : null),
    skin: entry?.car.skin ?? '',
    classId: entry?.car.carClassId ?? '',
    raceNumber: entry?.raceNumber ?? null,
  },
})

/** The car as it is sent: a livery it has, and a class where there is a choice. */
function chosenOf(list: EntryList, { model, skin, classId }: Choice) {
  const car = list.cars.find((one) => one.model === model)
  const carClassId = car && car.carClassIds.length > 1 && car.carClassIds.includes(classId) ? classId : null
  return { model: model ?? '', skin: car?.skins.includes(skin) ? skin : null, carClassId }
}

/** Whoever drives the season drives their car of it here: there is its livery to choose. */
function choosable(list: EntryList, entry: EntryView | null): EntryList {
  if (!entry || entry.id !== list.mine?.id || list.whyNot.changeCar !== 'register_to_tournament') return list
  return { ...list, cars: list.cars.filter(({ model }) => model === entry.car.model) }
}
