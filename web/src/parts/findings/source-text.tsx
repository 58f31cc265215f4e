import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './findings.module.css'
import type { Finding } from './findings.queries.ts'

/** What it was seen in, with a way to the document or the hit. */
export function SourceText({ finding }: { finding: Pick<Finding, 'source'> }) {
  const { t } = useTranslation()
  const { kind, questionKey, reference } = finding.source
  const name =
    kind === 'QUESTION' ? t('findings.source.QUESTION', { key: questionKey }) : t(`findings.source.${kind}`)
  return (
    <span className={classes.source}>
      <span>{name}</span>
      {reference !== null && <span>{t('findings.reference', { reference })}</span>}
      <SourceLink source={finding.source} />
    </span>
  )
}

function SourceLink({ source: { dossierId, documentId, hitId } }: Pick<Finding, 'source'>) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  if (hitId !== null) {
    return (
      <Link
        to="/account/$accountId/screening"
        params={{ accountId }}
        search={{ hit: hitId, state: 'all' }}
        className={classes.link}
      >
        {t('findings.toHit')}
      </Link>
    )
  }
  if (dossierId === null || documentId === null) return null
  return (
    <Link
      to="/account/$accountId/dossiers/$dossierId"
      params={{ accountId, dossierId }}
      search={{ document: documentId }}
      className={classes.link}
    >
      {t('findings.toPiece')}
    </Link>
  )
}
