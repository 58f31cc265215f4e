import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { DayLeft } from '../../parts/answer/day-left.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { DocumentStatusPill } from '../../ui/status-pills.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dossier.module.css'
import { useReasonText } from './use-reason-text.ts'

interface Props {
  document: RequestedDocument
  today: string
  /** Another of its group has been accepted: this one need not come. */
  resolved?: boolean
}

/** One line: what, where it stands and why, until when, from whom. The whole line opens the detail. */
export function DocumentRow({ document, today, resolved = false }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { documentId, dossierId, documentName, required, stopped, statusCode, alternativeGroup } = document
  const reasonText = useReasonText()
  const need = alternativeGroup !== null || required ? null : t('dossier.documents.optional')
  return (
    <li className={classes.row} data-stopped={stopped}>
      <div className={classes.rowName}>
        <Link
          to="/account/$accountId/dossiers/$dossierId"
          params={{ accountId, dossierId }}
          search={(before) => ({ ...before, document: documentId })}
          resetScroll={false}
          className={classes.rowLink}
        >
          {documentName}
        </Link>
        <Origin document={document} need={need} />
      </div>
      <div className={classes.rowStatus}>
        {stopped ? (
          <Pill tone="neutral">{t('dossier.documents.stopped')}</Pill>
        ) : (
          <>
            <DocumentStatusPill status={statusCode} />
            <span className={classes.quiet}>{reasonText(document)}</span>
          </>
        )}
      </div>
      <div className={classes.rowDay}>
        <RowDay document={document} today={today} resolved={resolved} />
      </div>
      <IconChevronRight size={18} stroke={1.6} aria-hidden="true" className={classes.rowArrow} />
    </li>
  )
}

function Origin({ document, need }: { document: RequestedDocument; need: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [newest] = document.evidences
  const text =
    newest === undefined
      ? t('dossier.documents.asked', { date: format.day(document.requestDate) })
      : t(`dossier.documents.from.${newest.transmitter}`, { date: format.day(newest.uploadDate) })
  const internal = document.answeredBy === 'ACCOUNT' ? t('labels.internal') : null
  const parts = [internal, need, text].filter((part) => part !== null)
  return <span className={classes.quiet}>{parts.join(' · ')}</span>
}

/** The day that counts now: until when it is good, or until when it should come. */
function RowDay({ document, today, resolved }: Required<Props>) {
  const { t } = useTranslation()
  const { statusCode, statusReason, expirationDate, dueDate, renewal, stopped, required } = document
  if (stopped) return null
  if (renewal !== null)
    return <Day label={t('dossier.documents.renewBy')} day={renewal.dueDate} today={today} kind="due" />
  if (expirationDate !== null && statusCode !== 'MISSING') {
    return <Day label={t('dossier.documents.until')} day={expirationDate} today={today} kind="expiry" />
  }
  if (dueDate === null || resolved || statusCode === 'VALID') return null
  // Only what is required, not there and possible to give can be late.
  const isOutstanding = required && statusCode !== 'ONGOING' && statusReason !== 'NO_SOURCE'
  return (
    <Day
      label={t('dossier.documents.due')}
      day={dueDate}
      today={today}
      kind="due"
      resolved={!isOutstanding}
    />
  )
}

interface DayProps {
  label: string
  day: string
  today: string
  kind: 'due' | 'expiry'
  resolved?: boolean
}

function Day({ label, ...day }: DayProps) {
  return (
    <>
      <span className={classes.quiet}>{label}</span> <DayLeft {...day} />
    </>
  )
}
