import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { dateKey, type DraftAutosave } from '../forms/draft-autosave.ts'
import { cellOf } from '../forms/form-values.ts'
import type { PortalAnswer } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import { draftReadingQuery, type Reading } from './reading.queries.ts'
import classes from './reading.module.css'

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
  const isReading = data.files.some(({ state }) => state === 'READING')
  const isUnread = data.files.length > 0 && data.files.every(({ state }) => state === 'NOT_READ')
  return (
    <div className={classes.reading}>
      <Progress isReading={isReading} isUnread={isUnread} />
      <Advice draft={draft} reading={data} />
      {!isReading && <Filled autosave={autosave} />}
    </div>
  )
}

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
  const advised = reading.files.filter(({ advice }) => advice.length > 0)
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
