import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './evidence-search.module.css'
import type { FoundEvidence } from './evidence-search.queries.ts'

/** A file, whose it is, and what is printed around the words. */
export function FoundFile({ file }: { file: FoundEvidence }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, documentId, documentName, fileName, thirdpartyId, thirdpartyName, page, excerpt } = file
  return (
    <li className={classes.found}>
      <div className={classes.head}>
        <Link
          to="/account/$accountId/dossiers/$dossierId"
          params={{ accountId, dossierId }}
          search={{ document: documentId }}
          className={classes.document}
        >
          {documentName}
        </Link>
        <Link to="/account/$accountId/thirdparties/$thirdpartyId" params={{ accountId, thirdpartyId }}>
          {thirdpartyName ?? t('evidenceSearch.unnamed')}
        </Link>
      </div>
      <p className={classes.excerpt}>
        {excerpt.map(({ text, match }, nth) =>
          match ? <mark key={nth}>{text}</mark> : <span key={nth}>{text}</span>,
        )}
      </p>
      <p className={classes.place}>{t('evidenceSearch.place', { name: fileName ?? documentName, page })}</p>
    </li>
  )
}
