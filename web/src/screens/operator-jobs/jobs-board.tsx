import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { JobsPanel } from './jobs-panel.tsx'
import { jobsQuery, type JobFilter, type JobPage, type JobTask } from './operator-jobs.queries.ts'
import classes from './operator-jobs.module.css'

/** What somebody looks for first. */
const first: JobFilter = { state: 'failed', task: null }

export function JobsBoard() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState(first)
  const query = useInfiniteQuery(jobsQuery(filter))
  const newest = query.data?.pages.at(-1)
  return (
    <>
      <PageHeader
        title={t('operator.title')}
        lead={t('operator.lead')}
        actions={
          <Button variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
            {t('operator.refresh')}
          </Button>
        }
      />
      {query.isError && (
        <ProblemAlert
          title={t('operator.loadFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {newest === undefined ? (
        !query.isError && <Skeleton height={320} radius={12} />
      ) : (
        <div className={classes.stack}>
          <QuarantineNotice quarantine={newest.quarantine} />
          <TasksPanel tasks={newest.tasks} />
          <JobsPanel query={query} filter={filter} onFilter={setFilter} />
        </div>
      )}
    </>
  )
}

function QuarantineNotice({ quarantine }: Pick<JobPage, 'quarantine'>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (quarantine === null) return null
  const taken = format.moment(quarantine.copyTakenAt)
  const restored = format.moment(quarantine.restoredAt)
  return (
    <Notice tone="warning" title={t('operator.quarantine')}>
      {t('operator.quarantineDetail', { taken, restored })}
    </Notice>
  )
}

function TasksPanel({ tasks }: { tasks: readonly JobTask[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const count = (key: 'waiting' | 'later' | 'running' | 'failed'): Column<JobTask> => ({
    key,
    label: t(`operator.${key}`),
    align: 'end',
    render: (row) => (row[key] === 0 ? null : format.number(row[key])),
  })
  const columns: Column<JobTask>[] = [
    { key: 'task', label: t('operator.task'), render: ({ task }) => <code>{task}</code> },
    count('failed'),
    count('waiting'),
    count('later'),
    count('running'),
    {
      key: 'oldest',
      label: t('operator.oldest'),
      render: ({ waiting, oldestWaitingSeconds: seconds }) =>
        waiting === 0 ? null : format.ago(new Date(Date.now() - seconds * 1000).toISOString()),
    },
  ]
  return (
    <Panel title={t('operator.tasks')} help={t('operator.tasksHelp')}>
      {tasks.length === 0 ? (
        <p className={classes.none}>{t('operator.noTasks')}</p>
      ) : (
        <DataTable label={t('operator.tasks')} columns={columns} rows={tasks} rowKey={({ task }) => task} />
      )}
    </Panel>
  )
}
