import { VisuallyHidden } from '@mantine/core'
import { useFormat } from '../format.ts'
import { colorOf, paletteClass } from './chart-colors.ts'
import { ChartLink } from './chart-link.tsx'
import classes from './columns.module.css'
import type { Part } from './part.ts'
import tips from './tip.module.css'

export interface ChartColumn {
  label: string
  value: number
  /** What the value is made of, from the bottom up. */
  parts?: readonly Part[]
  href?: string
  /** Said in the tip and to listeners where the label below is short. */
  title?: string
}

interface Props {
  label: string
  columns: readonly ChartColumn[]
  height?: number
}

const labelsThatFit = 7

/** Figures side by side, such as weeks; each says its value above itself. */
export function Columns({ label, columns, height = 132 }: Props) {
  const highest = Math.max(1, ...columns.map(({ value }) => value))
  const every = Math.ceil(columns.length / labelsThatFit)
  return (
    <ul
      className={`${classes.columns} ${paletteClass}`}
      style={{ height }}
      aria-label={label}
      data-many={columns.length > 14}
    >
      {columns.map((column, index) => (
        <Column
          key={column.label}
          column={column}
          share={column.value / highest}
          isLabelled={index % every === 0}
        />
      ))}
    </ul>
  )
}

function Column({ column, share, isLabelled }: { column: ChartColumn; share: number; isLabelled: boolean }) {
  const format = useFormat()
  const { label, value, href, title = label } = column
  const parts = (column.parts ?? [{ label, value, color: 'first' as const }]).filter((one) => one.value > 0)
  const detail = column.parts && parts.map((one) => `${one.label} ${format.number(one.value)}`).join(', ')
  const text = `${title}\u202f: ${format.number(value)}${detail ? ` (${detail})` : ''}`
  return (
    <li className={`${classes.column} ${tips.tip}`} data-tip={text}>
      <ChartLink href={href} className={classes.shaft}>
        <VisuallyHidden>{text}</VisuallyHidden>
        <span className={classes.value} aria-hidden="true">
          {value === 0 ? '' : format.number(value)}
        </span>
        <span className={classes.stack} style={{ height: `${share * 100}%` }} data-empty={value === 0}>
          {parts.map((one) => (
            <span key={one.label} style={{ flexGrow: one.value, background: colorOf(one.color) }} />
          ))}
        </span>
      </ChartLink>
      <span className={classes.label} aria-hidden="true">
        {isLabelled ? label : ''}
      </span>
    </li>
  )
}
