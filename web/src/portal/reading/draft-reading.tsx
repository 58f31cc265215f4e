import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { dateKey, type DraftAutosave } from '../forms/draft-autosave.ts'
import { cellOf } from '../forms/form-values.ts'
import type { PortalAnswer } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import { draftReadingQuery, isScan, isUnderWay, type FileReading, type Reading } from './reading.queries.ts'
import classes from './reading.module.css'
import { ScanProgress } from './scan-progress.tsx'
import { Unreadable, unreadableCode } from './unreadable.tsx'

interface Props {
  draft: PortalAnswer
  autosave: DraftAutosave
}

/** What was read in the files of a draft: its fields are filled in where nothing was typed, and plain mistakes told. */
export function DraftReading({ draft, autosave }: Props) {
  const { data } = useQuery(draftReadingQuery(draft))
  useEffect(() => {
    if (data) autosave.suggest(data)
  }, [data, autosave])
  if (data === undefined) return null
  const underWay = data.files.filter(isUnderWay)
  const scans = underWay.filter(isScan)
  const isReading = scans.length < underWay.length
  const isUnread = data.files.length > 0 && data.files.every(isUnreadAndUntold)
  return (
    <div className={classes.reading}>
      <Progress isReading={isReading} isUnread={isUnread} />
      {scans.length > 0 && <ScanProgress draft={draft} scans={scans} />}
      <Advice draft={draft} reading={data} />
      <Unreadable draft={draft} files={data.files} />
      {!isReading && <Filled autosave={autosave} />}
    </div>
  )
}

const isUnreadAndUntold = ({ state, advice }: FileReading) =>
  state === 'NOT_READ' && !advice.includes(unreadableCode)

function Progress({ isReading, isUnread }: { isReading: boolean; isUnread: boolean }) {
  const { t } = useTexts()
  return (
    <output className={classes.progress} data-reading={isReading}>
      {isReading && <Loader size="xs" aria-hidden="true" />}
      {isReading ? t.reading.running : isUnread ? t.reading.nothing : ''}
    </output>
  )
}

/** Which fields hold what was read and were not looked at yet. */
function Filled({ autosave }: Pick<Props, 'autosave'>) {
  const { t } = useTexts()
  const { read } = autosave.use()
  const names = Object.keys(read).map((key) =>
    key === dateKey ? t.reading.date : (cellOf(autosave.fields, key)?.label ?? key),
  )
  if (names.length === 0) return null
  return (
    <Notice tone="info" title={t.reading.title} live="polite">
      <p>{t.reading.filled(names.join(', '))}</p>
    </Notice>
  )
}

function Advice({ draft, reading }: { draft: PortalAnswer; reading: Reading }) {
  const { t } = useTexts()
  const advised = reading.files
    .map(({ fileId, advice }) => ({ fileId, advice: advice.filter((code) => code !== unreadableCode) }))
    .filter(({ advice }) => advice.length > 0)
  if (advised.length === 0) return null
  const severalFiles = draft.files.length > 1
  return (
    <Notice tone="warning" title={t.reading.adviceTitle} live="polite">
      {advised.map(({ fileId, advice }) => (
        <div key={fileId}>
          {severalFiles && (
            <strong>
              {t.reading.adviceOf(
                draft.files.find((file) => file.fileId === fileId)?.fileName ?? t.files.unnamed,
              )}
            </strong>
          )}
          {advice.map((code) => (
            <p key={code}>{t.findings[code] ?? t.findings['other']}</p>
          ))}
        </div>
      ))}
      <p>{t.reading.stillSend}</p>
    </Notice>
  )
}
