import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { thirdPartyQuery } from '../../api/index.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pill } from '../../ui/pill.tsx'
import { DossierStatusPill } from '../../ui/status-pills.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { ApprovalPill } from './approval/approval-pill.tsx'
import { DossierActions } from './dossier-actions.tsx'
import classes from './dossier.module.css'
import { holdQuery, type Dossier } from './dossier.queries.ts'

export function DossierHead({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { type, thirdpartyId, reference, archived, dossierId } = dossier
  const { data: company } = useQuery(thirdPartyQuery(accountId, thirdpartyId))
  const { data: hold } = useQuery(holdQuery(accountId, dossierId))
  const name = company?.name ?? t('dossier.company', { id: thirdpartyId })
  return (
    <>
      <PageHeader
        title={type.label}
        pageTitle={`${type.label} · ${name}`}
        back={
          <BackLink to="/account/$accountId/dossiers" params={{ accountId }}>
            {t('dossier.list.title')}
          </BackLink>
        }
        meta={
          <>
            <DossierStatusPill status={dossier.statusCode} />
            {dossier.approvalState !== 'NOT_NEEDED' && <ApprovalPill state={dossier.approvalState} />}
            {archived && <Pill tone="neutral">{t('dossier.archived')}</Pill>}
            {typeof hold?.reason === 'string' && <Pill tone="info">{t('dossier.hold.mark')}</Pill>}
          </>
        }
        lead={
          <>
            <Link
              to="/account/$accountId/thirdparties/$thirdpartyId"
              params={{ accountId, thirdpartyId }}
              className={classes.company}
            >
              {name}
            </Link>
            {reference !== null && ` · ${reference}`}
          </>
        }
        actions={<DossierActions dossier={dossier} hold={hold?.reason ?? null} />}
      />
      <Banners dossier={dossier} hold={hold} />
    </>
  )
}

interface BannersProps {
  dossier: Dossier
  hold: { reason: string | null; since: string | null } | undefined
}

function Banners({ dossier, hold }: BannersProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { archived, archivedAt, description } = dossier
  return (
    <>
      {archived && (
        <div className={classes.banner}>
          <Notice
            tone="warning"
            title={t('dossier.archivedTitle', { date: archivedAt === null ? '' : format.day(archivedAt) })}
          >
            {t('dossier.archivedDetail')}
          </Notice>
        </div>
      )}
      {hold !== undefined && hold.reason !== null && (
        <div className={classes.banner}>
          <Notice
            tone="info"
            title={t('dossier.hold.title', { date: hold.since === null ? '' : format.day(hold.since) })}
          >
            {t('dossier.hold.because', { reason: hold.reason })}
          </Notice>
        </div>
      )}
      {description !== null && <p className={classes.description}>{description}</p>}
    </>
  )
}
