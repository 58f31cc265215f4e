import { useFormat } from '../format.ts'
import { colorOf } from './chart-colors.ts'
import { ChartLink } from './chart-link.tsx'
import classes from './legend.module.css'
import { totalOf, type Part } from './part.ts'

interface Props {
  label: string
  parts: readonly Part[]
  /** Beside a drawing its rows stand below each other, under one they flow. */
  layout?: 'rows' | 'line'
  active?: number | null
  onActive?: (index: number | null) => void
}

/** What the colours mean, with the figures: the drawing repeats it for the eye. */
export function Legend({ label, parts, layout = 'rows', active = null, onActive }: Props) {
  const format = useFormat()
  const total = totalOf(parts)
  return (
    <ul className={classes.legend} data-layout={layout} aria-label={label}>
      {parts.map((part, index) => (
        <li
          key={part.label}
          data-dim={active !== null && active !== index}
          onPointerEnter={() => onActive?.(index)}
          onPointerLeave={() => onActive?.(null)}
        >
          <ChartLink href={part.href} className={classes.row}>
            <span className={classes.key} style={{ background: colorOf(part.color) }} />
            <span className={classes.label}>{part.label}</span>
            <span className={classes.value}>{format.number(part.value)}</span>
            {layout === 'rows' && (
              <span className={classes.share}>{format.percent(total === 0 ? 0 : part.value / total)}</span>
            )}
          </ChartLink>
        </li>
      ))}
    </ul>
  )
}
