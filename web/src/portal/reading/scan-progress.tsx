import type { PortalAnswer } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import type { FileReading } from './reading.queries.ts'
import classes from './reading.module.css'

/** How far each scan has come. Nobody has to wait for it. */
export function ScanProgress({ draft, scans }: { draft: PortalAnswer; scans: readonly FileReading[] }) {
  const { t } = useTexts()
  return (
    <div className={classes.scans}>
      <ul className={classes.scanList}>
        {scans.map(({ fileId, progress }) => {
          const name = draft.files.find((file) => file.fileId === fileId)?.fileName ?? t.files.unnamed
          const said = progress === null ? t.reading.waiting : t.reading.page(progress.page, progress.pages)
          return (
            <li key={fileId} className={classes.scan}>
              <span className={classes.scanName}>{name}</span>
              <output className={classes.scanState}>{said}</output>
              {progress !== null && (
                <progress
                  className={classes.track}
                  value={progress.page - 0.5}
                  max={progress.pages}
                  aria-label={t.reading.progressOf(name)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <p className={classes.leave}>{t.reading.mayLeave}</p>
    </div>
  )
}
