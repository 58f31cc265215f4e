import { Button, Progress } from '@mantine/core'
import { IconDownload, IconPackageExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { exportsQuery, isUnderWay, type AccountExport } from './leaving.queries.ts'
import classes from './leaving.module.css'

interface Props {
  accountId: number
  exportDays: number
}

export function AccountExports({ accountId, exportDays }: Props) {
  const { t } = useTranslation()
  const query = useQuery(exportsQuery(accountId))
  const ask = useApiMutation({
    mutationFn: () => api.account(accountId).post('/leaving/exports'),
    successMessage: t('leaving.exports.asked'),
    invalidates: [['leaving', accountId, 'exports']],
  })
  const button = (
    <Button
      leftSection={<IconPackageExport size={17} stroke={1.7} aria-hidden="true" />}
      loading={ask.isPending}
      disabled={query.data?.some(isUnderWay) ?? true}
      onClick={() => ask.mutate()}
    >
      {t('leaving.exports.ask')}
    </Button>
  )
  const retry = () => void query.refetch()
  return (
    <Panel
      title={t('leaving.exports.title')}
      help={t('leaving.exports.help', { count: exportDays })}
      actions={button}
    >
      {query.isError ? (
        <ProblemAlert title={t('leaving.exports.failed')} error={query.error} onRetry={retry} />
      ) : query.data?.length === 0 ? (
        <TeachingState
          icon={<IconPackageExport size={30} stroke={1.6} />}
          title={t('leaving.exports.emptyTitle')}
          detail={t('leaving.exports.emptyDetail')}
        />
      ) : (
        <ExportTable accountId={accountId} exports={query.data ?? null} />
      )}
    </Panel>
  )
}

function ExportTable({ accountId, exports }: { accountId: number; exports: AccountExport[] | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<AccountExport>[] = [
    { key: 'asked', label: t('leaving.exports.askedAt'), render: ({ askedAt }) => format.moment(askedAt) },
    { key: 'state', label: t('leaving.exports.state'), render: (one) => <ExportState one={one} /> },
    { key: 'archive', label: t('leaving.exports.archive'), render: (one) => <Archive one={one} /> },
    {
      key: 'actions',
      label: t('common.actions'),
      hideLabel: true,
      align: 'end',
      width: '150px',
      render: (one) => one.state === 'READY' && <DownloadExport accountId={accountId} one={one} />,
    },
  ]
  return (
    <DataTable
      label={t('leaving.exports.title')}
      columns={columns}
      rows={exports}
      rowKey={({ exportId }) => exportId}
      skeletonRows={2}
    />
  )
}

const tones: Record<AccountExport['state'], Tone> = {
  WAITING: 'neutral',
  RUNNING: 'info',
  READY: 'good',
  FAILED: 'bad',
  EXPIRED: 'neutral',
}

function ExportState({ one: { state, fault, expiresAt, partsDone, partsTotal } }: { one: AccountExport }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Pill tone={tones[state]}>{t(`leaving.exports.states.${state}`)}</Pill>
      {fault !== null && <span className={classes.sub}>{t(`leaving.exports.faults.${fault}`)}</span>}
      {state === 'READY' && expiresAt !== null && (
        <span className={classes.sub}>{t('leaving.exports.until', { date: format.moment(expiresAt) })}</span>
      )}
      {state === 'RUNNING' && partsTotal !== null && (
        <>
          <span className={classes.sub}>
            {t('leaving.exports.parts', { done: format.number(partsDone), total: format.number(partsTotal) })}
          </span>
          <Progress
            className={classes.progress}
            value={(100 * partsDone) / Math.max(1, partsTotal)}
            aria-label={t('leaving.exports.states.RUNNING')}
          />
        </>
      )}
    </>
  )
}

function Archive({ one: { fileSize, sha256 } }: { one: AccountExport }) {
  const format = useFormat()
  if (fileSize === null) return null
  return (
    <>
      {format.bytes(fileSize)}
      {sha256 !== null && <span className={`${classes.sub} ${classes.digest}`}>SHA-256 {sha256}</span>}
    </>
  )
}

function DownloadExport({ accountId, one: { exportId } }: { accountId: number; one: AccountExport }) {
  const { t } = useTranslation()
  const save = useApiMutation({
    mutationFn: async () => {
      const path = '/leaving/exports/{exportId}/download'
      const file = await api.account(accountId).download(path, { path: { exportId } })
      return saveFile(file, `account-${accountId}-export-${exportId}.zip`)
    },
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={save.isPending}
      leftSection={<IconDownload size={15} stroke={1.7} aria-hidden="true" />}
      onClick={() => save.mutate()}
    >
      {t('common.download')}
    </Button>
  )
}
