import { Notice } from '../../ui/notice.tsx'
import type { PortalAnswer } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import type { FileReading } from './reading.queries.ts'
import classes from './reading.module.css'

export const unreadableCode = 'TEXT_UNREADABLE'

/** Scans of which nothing, or not every page, could be read, and what would help. */
export function Unreadable({ draft, files }: { draft: PortalAnswer; files: readonly FileReading[] }) {
  const { t } = useTexts()
  const hard = files.filter(
    ({ advice, unreadablePages }) => advice.includes(unreadableCode) || unreadablePages.length > 0,
  )
  if (hard.length === 0) return null
  return (
    <Notice tone="warning" title={t.reading.unreadableTitle} live="polite">
      {hard.map(({ fileId, advice, unreadablePages }) => {
        const name = draft.files.find((file) => file.fileId === fileId)?.fileName ?? t.files.unnamed
        return (
          <p key={fileId} className={classes.breaking}>
            <strong>{name}</strong>{' '}
            {advice.includes(unreadableCode)
              ? t.reading.unreadableFile
              : t.reading.unreadablePages(unreadablePages)}
          </p>
        )
      })}
      <p>{t.reading.betterCopy}</p>
    </Notice>
  )
}
