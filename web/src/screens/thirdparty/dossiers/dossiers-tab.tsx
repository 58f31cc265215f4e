import { Switch } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Completion } from '../../../parts/answer/completion.tsx'
import { DayLeft } from '../../../parts/answer/day-left.tsx'
import { useToday } from '../../../parts/answer/use-today.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { DossierStatusPill } from '../../../ui/status-pills.tsx'
import { TeachingState } from '../../../ui/teaching-state.tsx'
import { dossiersQuery, type DossierRow } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './dossiers.module.css'

export function DossiersTab() {
  const { t } = useTranslation()
  const [withClosed, setWithClosed] = useState(false)
  const query = useInfiniteQuery(dossiersQuery(useThirdPartyIds(), withClosed))
  const columns = useColumns()
  const rows = query.data?.pages.flatMap(({ content }) => content) ?? null
  const closed = (
    <Switch
      size="sm"
      label={t('thirdparty.dossiers.archivedToo')}
      checked={withClosed}
      onChange={(event) => setWithClosed(event.currentTarget.checked)}
    />
  )
  return (
    <Panel title={t('thirdparty.dossiers.title')} actions={closed}>
      {query.isError && (
        <ProblemAlert
          title={t('thirdparty.partFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {!query.isError && rows?.length === 0 && (
        <TeachingState
          icon={<IconFolders size={30} stroke={1.6} />}
          title={t('thirdparty.dossiers.none')}
          detail={t('thirdparty.dossiers.noneDetail')}
        />
      )}
      {!query.isError && rows?.length !== 0 && (
        <DataTable
          label={t('thirdparty.dossiers.title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.dossierId}
          skeletonRows={3}
        />
      )}
      <LoadMore query={query} />
    </Panel>
  )
}

function useColumns(): Column<DossierRow>[] {
  const { t } = useTranslation()
  const today = useToday(useThirdPartyIds().accountId)
  return [
    { key: 'type', label: t('dossier.list.dossier'), render: (row) => <DossierName dossier={row} /> },
    {
      key: 'status',
      label: t('dossier.list.status'),
      render: ({ archived, statusCode, statusReason }) =>
        archived ? (
          <Pill tone="neutral">{t('thirdparty.dossiers.archived')}</Pill>
        ) : (
          <span className={classes.status}>
            <DossierStatusPill status={statusCode} />
            {statusCode !== 'VALID' && (
              <span className={classes.reference}>{t(`dossier.reason.${statusReason}`)}</span>
            )}
          </span>
        ),
    },
    {
      key: 'completion',
      label: t('dossier.list.completion'),
      render: ({ completion }) => <Completion {...completion} />,
    },
    {
      key: 'due',
      label: t('dossier.list.due'),
      render: ({ dueDate, statusCode, archived }) =>
        dueDate && (
          <DayLeft day={dueDate} today={today} kind="due" resolved={archived || statusCode === 'VALID'} />
        ),
    },
    {
      key: 'expires',
      label: t('dossier.list.expires'),
      render: ({ expirationDate, archived }) =>
        expirationDate && <DayLeft day={expirationDate} today={today} kind="expiry" resolved={archived} />,
    },
  ]
}

function DossierName({ dossier: { dossierId, type, reference, origin } }: { dossier: DossierRow }) {
  const { t } = useTranslation()
  const { accountId } = useThirdPartyIds()
  return (
    <span className={classes.name}>
      <Link to="/account/$accountId/dossiers/$dossierId" params={{ accountId, dossierId }}>
        {type.label}
      </Link>
      <span className={classes.reference}>
        {[reference, t(`labels.origin.${origin}`)].filter((part) => part !== null).join(' · ')}
      </span>
    </span>
  )
}
