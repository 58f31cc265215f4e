import type { PointerEvent, ReactNode } from 'react'
import { useFormat } from '../format.ts'
import classes from './line-chart.module.css'
import { nearestIndex, valueAt, type Frame, type LineSeries } from './line-geometry.ts'

interface Props {
  label: string
  series: readonly LineSeries[]
  frame: Frame
  moments: readonly number[]
  /** Which moment is read. */
  index: number | null
  onIndex: (index: number | null) => void
  children: ReactNode
}

/** Where moments are pointed at; an unseen slider does the same for keys, and says what it finds. */
export function LinePlot({ label, series, frame, moments, index, onIndex, children }: Props) {
  const format = useFormat()
  const last = moments.length - 1
  const visible = index ?? last
  const moment = moments[visible] ?? 0
  const day = format.day(new Date(moment).toISOString().slice(0, 19))
  const values = series.map((one) => `${one.label} ${valueAt(one, moment) ?? '–'}`).join(', ')

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    onIndex(nearestIndex(moments, frame.start + share * (frame.end - frame.start)))
  }
  return (
    <div
      className={classes.plot}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onIndex(null)}
    >
      {children}
      <input
        type="range"
        className={classes.slider}
        min={0}
        max={last}
        value={visible}
        aria-label={label}
        aria-valuetext={`${day}: ${values}`}
        onChange={(event) => onIndex(Number(event.currentTarget.value))}
        onFocus={() => onIndex(visible)}
        onBlur={() => onIndex(null)}
      />
    </div>
  )
}
