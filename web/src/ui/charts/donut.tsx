import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useFormat } from '../format.ts'
import { colorOf, paletteClass } from './chart-colors.ts'
import classes from './donut.module.css'
import { Legend } from './legend.tsx'
import { totalOf, type Part } from './part.ts'

interface Props {
  label: string
  parts: readonly Part[]
  /** What stands in the middle while no part is pointed at. */
  centre: ReactNode
}

// A circle of this radius is 100 units round, so that shares are lengths.
const radius = 15.915
const gap = 0.7

/** Shares of a whole. The legend beside it carries the figures, and links to what is behind them. */
export function Donut({ label, parts, centre }: Props) {
  const format = useFormat()
  const [active, setActive] = useState<number | null>(null)
  const pointed = active === null ? undefined : parts[active]
  return (
    <figure className={`${classes.figure} ${paletteClass}`} aria-label={label}>
      <div className={classes.drawing} aria-hidden="true">
        <svg viewBox="0 0 40 40" className={classes.svg}>
          <circle cx="20" cy="20" r={radius} className={classes.track} />
          <Arcs parts={parts} active={active} onActive={setActive} />
        </svg>
        <div className={classes.centre}>
          {pointed === undefined ? (
            centre
          ) : (
            <>
              <span className={classes.figureValue}>{format.number(pointed.value)}</span>
              <span className={classes.caption}>{pointed.label}</span>
            </>
          )}
        </div>
      </div>
      <Legend label={label} parts={parts} active={active} onActive={setActive} />
    </figure>
  )
}

interface ArcsProps {
  parts: readonly Part[]
  active: number | null
  onActive: (index: number | null) => void
}

function Arcs({ parts, active, onActive }: ArcsProps) {
  const router = useRouter()
  const total = totalOf(parts)
  return parts.map(({ label, value, color, href }, index) => {
    if (value === 0) return null
    const length = (value / total) * 100
    const start = (totalOf(parts.slice(0, index)) / total) * 100
    const drawn = length > 99.9 ? 100 : Math.max(length - gap, 0.4)
    return (
      <circle
        key={label}
        cx="20"
        cy="20"
        r={radius}
        className={classes.arc}
        data-dim={active !== null && active !== index}
        data-linked={href !== undefined}
        style={{ stroke: colorOf(color) }}
        strokeDasharray={`${drawn} ${100 - drawn}`}
        strokeDashoffset={25 - start}
        onPointerEnter={() => onActive(index)}
        onPointerLeave={() => onActive(null)}
        onClick={() => href !== undefined && router.history.push(href)}
      />
    )
  })
}
