import { Button, Group, Select, Text } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorSession } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import {
  jobsKey,
  jobStates,
  type Job,
  type JobFilter,
  type JobPage,
  type JobState,
} from './operator-jobs.queries.ts'
import classes from './operator-jobs.module.css'

interface Props {
  query: UseInfiniteQueryResult<InfiniteData<JobPage>>
  filter: JobFilter
  onFilter: (filter: JobFilter) => void
}

export function JobsPanel({ query, filter, onFilter }: Props) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [selected, setSelected] = useState<Set<number>>(new Set())
  const pages = query.data?.pages ?? []
  const jobs = pages.flatMap(({ content }) => content)
  function choose(next: JobFilter) {
    setSelected(new Set())
    onFilter(next)
  }
  return (
    <Panel title={t('operator.jobs')} help={t('operator.jobsHelp')}>
      <Filters
        filter={filter}
        tasks={(pages.at(-1)?.tasks ?? []).map(({ task }) => task)}
        onFilter={choose}
      />
      <Acts selected={selected} onDone={() => setSelected(new Set())} />
      {jobs.length === 0 ? (
        <TeachingState
          icon={<IconChecklist size={30} stroke={1.6} />}
          title={t('operator.none')}
          detail={t('operator.noneDetail')}
        />
      ) : (
        <DataTable
          label={t('operator.jobs')}
          columns={columns}
          rows={jobs}
          rowKey={({ jobId }) => jobId}
          selection={{ selected, onChange: setSelected, nameOf: (id) => t('operator.select', { id }) }}
        />
      )}
      <LoadMore query={query} />
    </Panel>
  )
}

interface FilterProps {
  filter: JobFilter
  tasks: readonly string[]
  onFilter: (filter: JobFilter) => void
}

function Filters({ filter, tasks, onFilter }: FilterProps) {
  const { t } = useTranslation()
  const states = jobStates.map((state) => ({ value: state, label: t(`operator.${state}`) }))
  return (
    <Group gap="sm" className={classes.filters}>
      <Select
        label={t('operator.which')}
        placeholder={t('operator.all')}
        data={states}
        value={filter.state}
        onChange={(state) => onFilter({ ...filter, state })}
        clearable
      />
      <Select
        label={t('operator.task')}
        placeholder={t('operator.anyTask')}
        data={[...new Set([...tasks, ...(filter.task === null ? [] : [filter.task])])]}
        value={filter.task}
        onChange={(task) => onFilter({ ...filter, task })}
        searchable
        clearable
      />
    </Group>
  )
}

const tones: Record<JobState, Tone> = { failed: 'bad', waiting: 'info', later: 'neutral', running: 'good' }

function useColumns(): Column<Job>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'job',
      label: t('operator.job'),
      render: ({ jobId, task }) => (
        <span className={classes.job}>
          <code>{task}</code>
          <Text component="span" size="xs" c="dimmed">
            {jobId}
          </Text>
        </span>
      ),
    },
    {
      key: 'state',
      label: t('operator.state'),
      render: ({ state }) => <Pill tone={tones[state]}>{t(`operator.${state}`)}</Pill>,
    },
    { key: 'account', label: t('operator.account'), render: ({ accountId }) => accountId },
    {
      key: 'attempts',
      label: t('operator.attempts'),
      render: ({ attempts, maxAttempts }) => t('operator.attemptsOf', { made: attempts, most: maxAttempts }),
    },
    { key: 'since', label: t('operator.since'), render: ({ createdAt }) => format.ago(createdAt) },
    {
      key: 'fault',
      label: t('operator.fault'),
      render: ({ fault }) => fault && <span className={classes.fault}>{fault}</span>,
    },
  ]
}

interface ActsProps {
  selected: ReadonlySet<number>
  onDone: () => void
}

/** What may be done with those selected. */
function Acts({ selected, onDone }: ActsProps) {
  const { t } = useTranslation()
  const [isDropping, setDropping] = useState(false)
  const count = selected.size
  const body = { jobIds: [...selected] }
  const retry = useApiMutation({
    mutationFn: () => operatorSession.post('/api/operator/jobs/retry', { body }),
    successMessage: ({ changed }) => t('operator.retried', { count: changed }),
    invalidates: [jobsKey],
    onSuccess: onDone,
  })
  const drop = useApiMutation({
    mutationFn: () => operatorSession.post('/api/operator/jobs/drop', { body }),
    successMessage: ({ changed }) => t('operator.dropped', { count: changed }),
    invalidates: [jobsKey],
    onSuccess: () => {
      setDropping(false)
      onDone()
    },
  })
  if (count === 0 && !isDropping) return null
  return (
    <Group gap="sm" className={classes.acts}>
      <Text size="sm" aria-live="polite">
        {t('operator.selected', { count })}
      </Text>
      <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
        {t('operator.retry')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDropping(true)}>
        {t('operator.drop')}
      </Button>
      <ConfirmDialog
        opened={isDropping}
        onClose={() => setDropping(false)}
        title={t('operator.dropTitle', { count })}
        detail={t('operator.dropDetail')}
        confirm={t('operator.dropConfirm')}
        onConfirm={() => drop.mutate()}
        pending={drop.isPending}
        tone="danger"
      />
    </Group>
  )
}
