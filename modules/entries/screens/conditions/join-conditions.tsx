import { toldCondition } from '#modules/sessions/rules/join-conditions.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Time } from '#web/ui/data/time.tsx'
import type { EntryList } from '../../contract.ts'
import css from './conditions.module.css'

type Condition = EntryList['joinConditions'][number]

/** What an event asks, with the reader's own figure beside each: all of it, or only what they miss. */
export function JoinConditions({ list, part }: { readonly list: Pick<EntryList, 'joinConditions'>; readonly part: 'all' | 'missed' }) {
  const text = useTexts('sessions-conditions')
  const web = useTexts('web')
  return (
    <>
      <p>{text('join_conditions_alert_text')}</p>
      <ul className={css.conditions}>
        {list.joinConditions
          .filter(({ isMet }) => part === 'all' || !isMet)
          .map((one) => (
            <li key={one.condition} data-met={one.isMet}>
              <strong>
                {text(
                  `asked.${one.condition}`,
                  toldCondition(one.condition, one.asked, (licence) => web(`ui.licence.${licence}`)),
                )}
              </strong>{' '}
              <Own of={one} />
              {part === 'all' && <span className="unseen">{text(one.isMet ? 'met' : 'missed')}</span>}
            </li>
          ))}
      </ul>
    </>
  )
}

function Own({ of: { condition, own, metAt } }: { readonly of: Condition }) {
  const text = useTexts('sessions-conditions')
  const web = useTexts('web')
  return (
    <span>
      {text(
        `own.${condition}`,
        toldCondition(condition, own, (licence) => web(`ui.licence.${licence}`)),
      )}
      {metAt && (
        <>
          {text('metAt')} <Time at={metAt} />
        </>
      )}
    </span>
  )
}
