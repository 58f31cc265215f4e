import { Link } from '@tanstack/react-router'
import { useAccountId } from '../../ui/use-account-id.ts'
import type { JournalEvent } from './timeline.queries.ts'
import classes from './timeline.module.css'

export type Level = 'account' | 'thirdparty' | 'dossier' | 'document'

interface Props {
  event: JournalEvent
  /** Where it is told: what stands above is known there. */
  level: Level
  /** Of several at once only the company is named; which ones is told below. */
  isMany?: boolean
}

/** What the event is about, each part leading to its page. */
export function EventSubject({ event, level, isMany = false }: Props) {
  const { subject } = event
  const accountId = useAccountId()
  const names = [
    level === 'account' ? <CompanyName key="company" event={event} accountId={accountId} /> : null,
    subject.dossierType !== null &&
    event.dossierId !== null &&
    !isMany &&
    level !== 'dossier' &&
    level !== 'document' ? (
      <Link
        key="dossier"
        to="/account/$accountId/dossiers/$dossierId"
        params={{ accountId, dossierId: event.dossierId }}
        search={event.documentId === null ? {} : { document: event.documentId }}
        className={classes.link}
      >
        {subject.documentName ?? subject.dossierType.label}
      </Link>
    ) : null,
    level === 'dossier' && !isMany && subject.documentName !== null ? (
      <span key="document">{subject.documentName}</span>
    ) : null,
  ].filter((name) => name !== null)
  if (names.length === 0) return null
  return <span className={classes.subject}>{names}</span>
}

function CompanyName({ event, accountId }: { event: JournalEvent; accountId: number }) {
  const { thirdpartyId, subject } = event
  if (thirdpartyId === null || subject.thirdpartyName === null) return null
  return (
    <Link
      to="/account/$accountId/thirdparties/$thirdpartyId"
      params={{ accountId, thirdpartyId }}
      className={classes.link}
    >
      {subject.thirdpartyName}
    </Link>
  )
}
