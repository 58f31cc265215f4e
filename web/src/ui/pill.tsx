import type { ReactNode } from 'react'
import classes from './pill.module.css'

export type Tone = 'good' | 'info' | 'warning' | 'bad' | 'neutral'

/** A state in words; the coloured dot only repeats it. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {children}
    </span>
  )
}
