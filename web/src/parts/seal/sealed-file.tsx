import { Skeleton } from '@mantine/core'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Evidence } from '../answer/answer-types.ts'
import classes from './sealed-file.module.css'

const SealPanel = lazy(async () => ({ default: (await import('./seal-panel.tsx')).SealPanel }))

/** A file in view, below what was found out about its seal. */
export function SealedFile({ seal, children }: { seal: Evidence['seal']; children: ReactNode }) {
  return (
    // Together, so that the file does not move when the panel comes.
    <Suspense fallback={<Skeleton height="100%" radius={0} />}>
      <div className={classes.sealed}>
        {seal && <SealPanel seal={seal} />}
        <div className={classes.file}>{children}</div>
      </div>
    </Suspense>
  )
}
