import { useId, useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { entriesContract as contract, type EntryList, type EntryView } from '../contract.ts'
import { RACE_NUMBER } from '../rules/numbers.ts'
import { AccountAlert } from './account-alert.tsx'
import { CarCards } from './car-cards.tsx'
import { CommunityAsks, type Answers, type TermsPart } from './community-asks.tsx'
import css from './entries.module.css'
import { isCarFull } from './next-action.ts'

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
] as const
const MANY_SKINS = 12

/** Registers, joins the waiting list, or changes an entry: car, livery, number. Nothing typed is lost on a refusal. */
export function EntryDialog(props: {
  readonly list: EntryList
  readonly entry: EntryView | null
  /** Where somebody registers, who may have terms to accept. */
  readonly terms?: TermsPart
  readonly onClose: () => void
}) {
  const { list, entry, onClose } = props
  const text = useTexts('entries')
  const form = useId()
  const [model, setModel] = useState(entry?.car.model ?? (list.cars.length === 1 ? list.cars[0]!.model : null))
  const [skin, setSkin] = useState(entry?.car.skin ?? '')
  const [classId, setClassId] = useState(entry?.car.carClassId ?? '')
  const [raceNumber, setRaceNumber] = useState<number | null>(entry?.raceNumber ?? null)
  const [password, setPassword] = useState('')
  const [answers, setAnswers] = useState<Answers>({ membershipPassword: '', tos: false })
  const [mayWait, setMayWait] = useState(list.seatsLeft === 0)
  const [missingCar, setMissingCar] = useState(false)
  const options = { handles: SHOWN }
  const add = useSend(contract.AddEntry, {
    ...options,
    onDone: ({ status }) => toast({ tone: 'good', text: text(status === 'ACTIVE' ? 'said.registered' : 'said.queued') }),
  })
  const changeCar = useSend(contract.ChangeCar, options)
  const changeNumber = useSend(contract.ChangeRaceNumber, options)
  const car = list.cars.find((one) => one.model === model)
  const carClassId = car && car.carClassIds.length > 1 && car.carClassIds.includes(classId) ? classId : null
  const chosenSkin = car?.skins.includes(skin) ? skin : null
  const chosen = { model: model ?? '', skin: chosenSkin, carClassId }
  const isFull = list.seatsLeft === 0
  const isOwn = !entry || entry.id === list.mine?.id
  const lacksAccount = list.account?.needed === true && list.account.alert !== null && (!entry || (isOwn && !list.may.changeAnyCar))
  const someClassFull = !isFull && list.cars.some((one) => isCarFull(one, list.carClasses))

  const save = async () => {
    if (!car) return setMissingCar(true)
    const at = { refId: list.sessionId, v: list.v }
    if (!entry) {
      const body = {
        listType: 'SingleEvent',
        leagueId: list.leagueId,
        entry: { car: chosen, raceNumber },
        password: password || null,
        ...(list.asks.membershipPassword ? { membershipPassword: answers.membershipPassword } : {}),
        ...(list.asks.tos === null ? {} : { tos: answers.tos }),
        waitingList: mayWait,
      } as const
      return (await add.send(body, at)) && onClose()
    }
    let { v } = entry
    const isSameCar =
      entry.car.model === chosen.model && entry.car.skin === chosenSkin && (carClassId === null || entry.car.carClassId === carClassId)
    const isSameNumber = raceNumber === null || raceNumber === entry.raceNumber
    if (!isSameCar) {
      const reply = await changeCar.send({ entryId: entry.id, car: chosen }, { ...at, v })
      if (!reply) return
      v = reply.v
    }
    if (!isSameNumber && !(await changeNumber.send({ entryId: entry.id, raceNumber }, { ...at, v }))) return
    onClose()
  }

  // product.md §5: the terms must be ticked before registering enables
  const isUnanswered = !entry && ((list.asks.tos !== null && !answers.tos) || (list.asks.membershipPassword && answers.membershipPassword === ''))
  const mayNumber = (entry === null ? list.may.pickRaceNumber : isOwn ? list.may.changeRaceNumber : list.may.changeAnyCar) ?? false
  const sends = [add, changeCar, changeNumber]
  const errorAt = (field: string): string | undefined => sends.map((one) => one.errorAt(field) ?? one.errorAt(`entry.${field}`)).find(Boolean)
  const refusal = sends.map((one) => one.refusal).find((one) => one && one.field === null)
  return (
    <Dialog
      title={text(entry ? 'dialog.changeTitle' : isFull ? 'dialog.queueTitle' : 'dialog.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.back')}</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            disabled={isUnanswered || (lacksAccount && !entry)}
            busy={sends.some((one) => one.isSending)}
          >
            {text(entry ? 'dialog.save' : isFull ? 'next.queue' : 'next.register')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        {isOwn && <AccountAlert account={list.account} />}
        {isFull && !entry && <p className={css.note}>{text('dialog.full', { count: list.waiting + 1 })}</p>}
        <CarCards
          list={list}
          value={model}
          stay={entry?.car.carClassId ?? null}
          mayWait={mayWait}
          isFixed={lacksAccount}
          error={missingCar && !car ? text('dialog.carMissing') : errorAt('car')}
          onChange={(next) => {
            setModel(next)
            setSkin('')
          }}
        />
        {someClassFull && !entry && <CheckField label={text('dialog.wait')} hint={text('dialog.waitHint')} value={mayWait} onChange={setMayWait} />}
        {car && car.carClassIds.length > 1 && (
          <SelectField
            label={text('dialog.class')}
            value={carClassId ?? ''}
            onChange={setClassId}
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
            onChange={setSkin}
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
            onChange={setRaceNumber}
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
        {!entry && props.terms && <CommunityAsks asks={list.asks} terms={props.terms} value={answers} onChange={setAnswers} errorAt={errorAt} />}
        <div role="alert">{refusal && <p className={css.refusal}>{refusal.message}</p>}</div>
        {add.refusal?.code === 'REGISTRATION_FULL' && !mayWait && <Button onClick={() => setMayWait(true)}>{text('dialog.waitInstead')}</Button>}
        {mayWait && !isFull && add.refusal?.code === 'REGISTRATION_FULL' && <p className={css.note}>{text('dialog.willWait')}</p>}
      </Form>
    </Dialog>
  )
}
