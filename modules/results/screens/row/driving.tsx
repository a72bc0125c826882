import { formatLapTime } from '#core/lap-time.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import type { ResultRowView } from '../../contract.ts'
import css from './driving.module.css'

/** Of a car that several drove: who, how long, and which part of all; who has no account as well. */
export function Driving({ row }: { readonly row: ResultRowView }) {
  const text = useTexts('results')
  const format = useFormat()
  const drove = row.drivers.flatMap(({ name, driving }, no) => (driving ? [{ key: `driver ${no}`, name, ...driving }] : []))
  if (drove.length === 0) return null
  return (
    <table className={css.table}>
      <caption className="unseen">{text('detail.driving.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('table.driver')}</th>
          <th scope="col">{text('detail.driving.time')}</th>
          <th scope="col">{text('detail.driving.share')}</th>
        </tr>
      </thead>
      <tbody>
        {drove.map(({ key, name, timeMs, share }) => (
          <tr key={key}>
            <th scope="row">{name ?? text('table.removed')}</th>
            <td>{formatLapTime(timeMs).replace(/\.\d+$/, '')}</td>
            <td>{format.percent(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
