import { VisuallyHidden } from '@mantine/core'
import { useFormat } from '../format.ts'
import classes from './line-chart.module.css'
import { across, down, momentsOf, valueAt, type Frame, type LineSeries } from './line-geometry.ts'

type ChartTexts = (value: number) => string

const wireOf = (time: number) => new Date(time).toISOString().slice(0, 19)

interface Props {
  moment: number
  series: readonly LineSeries[]
  frame: Frame
  texts: ChartTexts
  colorAt: (index: number) => string
}

/** What the lines say at one moment, beside them on the side that has room. */
export function LineReading({ moment, series, frame, texts, colorAt }: Props) {
  const { day } = useFormat()
  const left = across(frame, moment)
  const values = series.map((one) => valueAt(one, moment))
  return (
    <>
      {values.map((value, index) =>
        value === null ? null : (
          <span
            key={series[index]?.label}
            className={classes.dot}
            style={{ left: `${left}%`, top: `${down(frame, value)}%`, background: colorAt(index) }}
          />
        ),
      )}
      <div
        className={classes.reading}
        data-side={left > 55 ? 'left' : 'right'}
        style={{ left: `${left}%` }}
        aria-hidden="true"
      >
        <span className={classes.when}>{day(wireOf(moment))}</span>
        {series.map(({ label }, index) => (
          <span key={label} className={classes.said}>
            {series.length > 1 && <span>{label}</span>}
            <b>{values[index] === null || values[index] === undefined ? '–' : texts(values[index])}</b>
          </span>
        ))}
      </div>
    </>
  )
}

const mostRows = 100

/** For listeners: the newest moments first. */
export function LineTable({
  label,
  series,
  texts,
}: {
  label: string
  series: readonly LineSeries[]
  texts: ChartTexts
}) {
  const { day } = useFormat()
  const moments = momentsOf(series).toReversed().slice(0, mostRows)
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{label}</caption>
        <tbody>
          {moments.map((moment) => (
            <tr key={moment}>
              <th scope="row">{day(wireOf(moment))}</th>
              {series.map((one) => {
                const value = valueAt(one, moment)
                return <td key={one.label}>{`${one.label}: ${value === null ? '–' : texts(value)}`}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
