import type { ReactNode } from 'react'
import classes from './decision.module.css'

/** A titled part of what stands beside a decision. */
export function DecisionPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className={classes.partTitle}>{title}</h3>
      {children}
    </section>
  )
}
