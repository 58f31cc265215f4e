import { useMemo, useState } from 'react'
import { useFormat } from '../format.ts'
import { colorOf, paletteClass, seriesColors } from './chart-colors.ts'
import classes from './line-chart.module.css'
import {
  across,
  down,
  frameOf,
  momentsOf,
  pathOf,
  timeTicks,
  valueTicks,
  type Frame,
  type LineSeries,
} from './line-geometry.ts'
import { LinePlot } from './line-plot.tsx'
import { LineReading, LineTable } from './line-reading.tsx'

export type { LinePoint, LineSeries } from './line-geometry.ts'

interface Props {
  label: string
  series: readonly LineSeries[]
  min?: number
  max?: number
  /** A value in words; a plain number when absent. */
  format?: (value: number) => string
  /** `step` for states that hold until they change, `line` for measures. */
  shape?: 'step' | 'line'
  height?: number
}

const colorAt = (index: number) => colorOf(seriesColors[index % seriesColors.length] ?? 'first')

/** Values over time. Pointer, finger and arrow keys read single moments; listeners have a table. */
export function LineChart({ label, series, min, max, format, shape = 'step', height = 180 }: Props) {
  const { number } = useFormat()
  const texts = format ?? number
  const [index, setIndex] = useState<number | null>(null)
  const frame = useMemo(() => frameOf(series, { min, max }), [series, min, max])
  const moments = useMemo(() => momentsOf(series), [series])
  const moment = index === null ? undefined : moments[index]
  if (moments.length === 0) return null
  return (
    <figure className={`${classes.figure} ${paletteClass}`} aria-label={label}>
      {series.length > 1 && <Keys series={series} />}
      <div className={classes.chart} style={{ gridTemplateRows: `${height}px auto` }}>
        <ValueAxis frame={frame} texts={texts} />
        <LinePlot
          label={label}
          series={series}
          frame={frame}
          moments={moments}
          index={index}
          onIndex={setIndex}
        >
          <Lines series={series} frame={frame} shape={shape} moment={moment} />
          {moment !== undefined && (
            <LineReading moment={moment} series={series} frame={frame} texts={texts} colorAt={colorAt} />
          )}
        </LinePlot>
        <TimeAxis frame={frame} />
      </div>
      <LineTable label={label} series={series} texts={texts} />
    </figure>
  )
}

function Keys({ series }: { series: readonly LineSeries[] }) {
  return (
    <ul className={classes.keys}>
      {series.map(({ label }, index) => (
        <li key={label}>
          <svg width="20" height="8" aria-hidden="true" data-dash={index}>
            <path d="M0 4H20" className={classes.line} style={{ stroke: colorAt(index) }} data-dash={index} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

function ValueAxis({ frame, texts }: { frame: Frame; texts: (value: number) => string }) {
  const ticks = valueTicks(frame)
  const longest = ticks.map(texts).reduce((a, b) => (b.length > a.length ? b : a), '')
  return (
    <div className={classes.values} aria-hidden="true">
      <span className={classes.room}>{longest}</span>
      {ticks.map((tick) => (
        <span key={tick} className={classes.tick} style={{ top: `${down(frame, tick)}%` }}>
          {texts(tick)}
        </span>
      ))}
    </div>
  )
}

function TimeAxis({ frame }: { frame: Frame }) {
  const { day } = useFormat()
  const wire = (time: number) => new Date(time).toISOString().slice(0, 19)
  return (
    <div className={classes.times} aria-hidden="true">
      {timeTicks(frame, 3).map((time) => (
        <span key={time}>{day(wire(time))}</span>
      ))}
    </div>
  )
}

interface LinesProps {
  series: readonly LineSeries[]
  frame: Frame
  shape: 'step' | 'line'
  moment: number | undefined
}

/** The square is stretched to its place by the browser: nothing is measured, so nothing jumps. */
function Lines({ series, frame, shape, moment }: LinesProps) {
  return (
    <>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.svg} aria-hidden="true">
        {valueTicks(frame).map((tick) => (
          <path key={tick} d={`M0 ${down(frame, tick)}H100`} className={classes.grid} />
        ))}
        {moment !== undefined && <path d={`M${across(frame, moment)} 0V100`} className={classes.cursor} />}
        {series.map(({ label, points }, index) => (
          <path
            key={label}
            d={pathOf(points, frame, shape)}
            className={classes.line}
            data-dash={index}
            style={{ stroke: colorAt(index) }}
          />
        ))}
      </svg>
      <LoneDots series={series} frame={frame} />
    </>
  )
}

/** A line of one point would not be seen. */
function LoneDots({ series, frame }: { series: readonly LineSeries[]; frame: Frame }) {
  return series.map(({ label, points }, index) => {
    const known = points.filter(({ y }) => y !== null)
    const [only] = known
    if (known.length !== 1 || only === undefined || only.y === null) return null
    const place = { left: `${across(frame, only.x.getTime())}%`, top: `${down(frame, only.y)}%` }
    return <span key={label} className={classes.dot} style={{ ...place, background: colorAt(index) }} />
  })
}
