import { useTexts } from '../texts.tsx'
import classes from './parts.module.css'

/** Stands where words are about to be, as large as they. */
export function SkeletonBar({ width = '100%', height = 16 }: { width?: number | string; height?: number }) {
  return <div className={classes.bone} style={{ width, height }} aria-hidden="true" />
}

/** Says to who cannot see the bones that something is on its way. */
export function LoadingMessage() {
  const { t } = useTexts()
  return <output className={classes.unseen}>{t.common.loading}</output>
}
