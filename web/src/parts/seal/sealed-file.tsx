import { lazy, Suspense, type ReactNode } from 'react'
import type { Evidence } from '../answer/answer-types.ts'
import classes from './sealed-file.module.css'

const SealPanel = lazy(async () => ({ default: (await import('./seal-panel.tsx')).SealPanel }))

/** A file in view, below what was found out about its seal. */
export function SealedFile({ seal, children }: { seal: Evidence['seal']; children: ReactNode }) {
  return (
    <div className={classes.sealed}>
      {seal && (
        <Suspense fallback={null}>
          <SealPanel seal={seal} />
        </Suspense>
      )}
      <div className={classes.file}>{children}</div>
    </div>
  )
}
