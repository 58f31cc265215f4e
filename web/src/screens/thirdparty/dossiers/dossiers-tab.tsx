import { Progress, Switch } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { DossierStatusPill } from '../../../ui/status-pills.tsx'
import { TeachingState } from '../../../ui/teaching-state.tsx'
import { dossiersQuery, type DossierRow } from '../thirdparty.queries.ts'
import { usePlace } from '../use-place.ts'
import classes from './dossiers.module.css'

export function DossiersTab() {
  const { t } = useTranslation()
  const [withClosed, setWithClosed] = useState(false)
  const query = useInfiniteQuery(dossiersQuery(usePlace(), withClosed))
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
  const format = useFormat()
  return [
    { key: 'type', label: t('thirdparty.dossiers.type'), render: (row) => <DossierName dossier={row} /> },
    {
      key: 'status',
      label: t('thirdparty.dossiers.status'),
      render: ({ archived, statusCode }) =>
        archived ? (
          <Pill tone="neutral">{t('thirdparty.dossiers.closed')}</Pill>
        ) : (
          <DossierStatusPill status={statusCode} />
        ),
    },
    {
      key: 'completion',
      label: t('thirdparty.dossiers.progress'),
      render: ({ completion }) => <Completion {...completion} />,
    },
    {
      key: 'due',
      label: t('thirdparty.dossiers.due'),
      render: ({ dueDate }) => dueDate && <span className={classes.day}>{format.date(dueDate)}</span>,
    },
    {
      key: 'expires',
      label: t('thirdparty.dossiers.expires'),
      render: ({ expirationDate }) =>
        expirationDate && <span className={classes.day}>{format.date(expirationDate)}</span>,
    },
  ]
}

function DossierName({ dossier: { dossierId, type, reference, origin } }: { dossier: DossierRow }) {
  const { t } = useTranslation()
  const { accountId } = usePlace()
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

function Completion({ valid, required }: DossierRow['completion']) {
  const { t } = useTranslation()
  const words = t('thirdparty.dossiers.completion', { valid, required })
  return (
    <div className={classes.completion}>
      <Progress value={required === 0 ? 0 : (valid / required) * 100} size="sm" aria-label={words} />
      <span>{words}</span>
    </div>
  )
}
