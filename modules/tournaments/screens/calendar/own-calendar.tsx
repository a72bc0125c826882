import { useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { calendarContract } from '../../contract/calendar.ts'
import css from './own-calendar.module.css'

/** The address of a driver's own races, for calendars that subscribe to it: made, copied, made anew. */
export function OwnCalendar({ meId }: { readonly meId: string }) {
  const text = useTexts('tournaments-calendar')
  const [asks, setAsks] = useState(false)
  const found = useAsk(calendarContract.myCalendar, {}, { topics: [`user:${meId}`] }).data
  const make = useSend(calendarContract.MakeCalendar, { said: text('made'), onDone: () => setAsks(false) })
  const order = (): void => void make.send({}, {})
  if (!found) return <Skeleton rows={2} height={48} />
  const address = found.path && `${location.origin}${found.path}`
  const copy = (value: string): void =>
    void navigator.clipboard.writeText(value).then(
      () => toast({ tone: 'good', text: text('copied') }),
      () => toast({ tone: 'bad', text: text('copyFailed') }),
    )
  return (
    <Section title={text('title')}>
      <Card className={css.card}>
        <p className={css.words}>{text('words')}</p>
        {address && (
          <p className={css.address}>
            <span className="unseen">{text('address')} </span>
            <code>{address}</code>
          </p>
        )}
        <div className={css.buttons}>
          {address ? (
            <>
              <Button icon={<Icon name="copy" size={16} />} onClick={() => copy(address)}>
                {text('copy')}
              </Button>
              <Button look="ghost" onClick={() => setAsks(true)}>
                {text('again')}
              </Button>
            </>
          ) : (
            <Button icon={<Icon name="calendar" size={16} />} busy={make.isSending} onClick={order}>
              {text('make')}
            </Button>
          )}
        </div>
      </Card>
      {asks && (
        <ConfirmDialog title={text('againTitle')} confirm={text('again')} busy={make.isSending} onConfirm={order} onClose={() => setAsks(false)}>
          {text('againWords')}
        </ConfirmDialog>
      )}
    </Section>
  )
}
