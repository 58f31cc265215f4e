import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { thirdPartyQuery } from '../../api/index.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { HoldAction } from './hold-action.tsx'
import type { Deletion } from './retention.queries.ts'
import classes from './retention.module.css'

interface Props {
  accountId: number
  deletions: readonly Deletion[] | null
  mayHold: boolean
}

export function DeletionTable({ accountId, deletions, mayHold }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Deletion>[] = [
    {
      key: 'document',
      label: t('retention.document'),
      render: (one) => (
        <>
          <DocumentLink accountId={accountId} deletion={one} />
          <Company accountId={accountId} thirdpartyId={one.thirdpartyId} />
        </>
      ),
    },
    {
      key: 'why',
      label: t('retention.why'),
      render: ({ status, unusedSince }) => (
        <>
          {t(`retention.status.${status}`)}
          <span className={classes.sub}>{t('retention.since', { date: format.day(unusedSince) })}</span>
        </>
      ),
    },
    { key: 'deletion', label: t('retention.deletion'), render: (one) => <When deletion={one} /> },
  ]
  const actions: Column<Deletion> = {
    key: 'actions',
    label: t('common.actions'),
    hideLabel: true,
    align: 'end',
    width: '48px',
    render: (one) => <HoldAction accountId={accountId} deletion={one} />,
  }
  return (
    <DataTable
      label={t('retention.forecast')}
      columns={mayHold ? [...columns, actions] : columns}
      rows={deletions}
      rowKey={({ responseId }) => responseId}
      skeletonRows={4}
    />
  )
}

function DocumentLink({ accountId, deletion }: { accountId: number; deletion: Deletion }) {
  const { dossierId, documentId, documentName } = deletion
  return (
    <Link
      to="/account/$accountId/dossiers/$dossierId"
      params={{ accountId, dossierId }}
      search={{ document: documentId }}
      className={classes.link}
    >
      {documentName}
    </Link>
  )
}

function Company({ accountId, thirdpartyId }: { accountId: number; thirdpartyId: number }) {
  const { data } = useQuery(thirdPartyQuery(accountId, thirdpartyId))
  return (
    <Link
      to="/account/$accountId/thirdparties/$thirdpartyId"
      params={{ accountId, thirdpartyId }}
      className={classes.company}
    >
      {data?.name ?? `#${thirdpartyId}`}
    </Link>
  )
}

function When({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { deletionDate, warnedAt, legalHold } = deletion
  if (legalHold) {
    return (
      <>
        <Pill tone="info">{t('retention.held')}</Pill>
        <span className={classes.sub}>{t('retention.heldDetail')}</span>
      </>
    )
  }
  return (
    <>
      {format.date(deletionDate)}
      <span className={classes.sub}>
        {warnedAt === null ? t('retention.notWarned') : t('retention.warned', { date: format.day(warnedAt) })}
      </span>
    </>
  )
}
