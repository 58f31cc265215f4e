import type { ReactNode } from 'react'
import { ChartLink } from '../../ui/charts/chart-link.tsx'
import classes from './bar-list.module.css'

export interface BarRow {
  key: string
  label: ReactNode
  /** Between 0 and 1. */
  share: number
  value: string
  detail?: string
  href?: string
  tone?: 'good' | 'warning' | 'bad'
}

/** Figures of like things below each other, each with a bar for the eye. */
export function BarList({ label, rows }: { label: string; rows: readonly BarRow[] }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <ChartLink href={row.href} className={classes.row} data-tone={row.tone}>
            <span className={classes.label}>{row.label}</span>
            <span className={classes.value}>
              {row.detail !== undefined && <span className={classes.detail}>{row.detail}</span>}
              {row.value}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${row.share * 100}%` }} />
            </span>
          </ChartLink>
        </li>
      ))}
    </ul>
  )
}
