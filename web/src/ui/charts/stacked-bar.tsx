import { useFormat } from '../format.ts'
import { colorOf, paletteClass } from './chart-colors.ts'
import { ChartLink } from './chart-link.tsx'
import { Legend } from './legend.tsx'
import { totalOf, type Part } from './part.ts'
import classes from './stacked-bar.module.css'
import tips from './tip.module.css'

interface Props {
  label: string
  parts: readonly Part[]
  /** Left out where one legend serves several bars. */
  legend?: boolean
}

const roomForMark = 0.07

/** Shares of a whole in one line. */
export function StackedBar({ label, parts, legend = true }: Props) {
  const format = useFormat()
  const total = totalOf(parts)
  return (
    <div className={paletteClass}>
      <ul className={classes.bar} aria-label={label}>
        {parts
          .filter(({ value }) => value > 0)
          .map(({ label: name, value, color, href, mark }) => {
            const text = `${name}\u202f: ${format.number(value)} (${format.percent(value / total)})`
            return (
              <li
                key={name}
                className={`${classes.part} ${tips.tip}`}
                style={{ flexGrow: value }}
                data-tip={text}
              >
                <ChartLink
                  href={href}
                  className={classes.fill}
                  data-color={color}
                  style={{ background: colorOf(color) }}
                  role={href === undefined ? 'img' : undefined}
                  aria-label={text}
                >
                  {mark !== undefined && value / total >= roomForMark && (
                    <span aria-hidden="true">{mark}</span>
                  )}
                </ChartLink>
              </li>
            )
          })}
      </ul>
      {legend && <Legend label={label} parts={parts} layout="line" />}
    </div>
  )
}
