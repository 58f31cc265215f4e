import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AddTask } from '../../parts/tasks/add-task.tsx'
import { TaskDrawer } from '../../parts/tasks/task-drawer.tsx'
import { tasksQuery } from '../../parts/tasks/tasks.queries.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { TaskFilters } from './task-filters.tsx'
import { filterOf, useTaskSearch } from './task-search.ts'
import { useTaskColumns } from './use-task-columns.tsx'

/** The tasks of the account, as far as the reader sees what they are about; the most urgent first. */
export function Tasks() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { search, change } = useTaskSearch()
  const list = useInfiniteQuery(tasksQuery(accountId, filterOf(search)))
  const columns = useTaskColumns(accountId)
  const rows = list.data?.pages.flatMap(({ content }) => content) ?? null
  return (
    <>
      <PageHeader
        title={t('tasks.title')}
        lead={t('tasks.lead')}
        back={
          <BackLink to="/account/$accountId/my-work" params={{ accountId }}>
            {t('myWork.title')}
          </BackLink>
        }
        actions={<AddButton thirdpartyId={search.thirdparty} />}
      />
      <TaskFilters />
      {list.isError && (
        <ProblemAlert title={t('tasks.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {rows?.length === 0 && (
        <Surface>
          <TeachingState
            icon={<IconListCheck size={32} stroke={1.6} />}
            title={t('tasks.empty')}
            detail={t('tasks.emptyDetail')}
          />
        </Surface>
      )}
      {rows?.length !== 0 && !(list.isError && rows === null) && (
        <>
          <DataTable
            label={t('tasks.title')}
            columns={columns}
            rows={rows}
            rowKey={({ taskId }) => taskId}
            skeletonRows={5}
          />
          <LoadMore query={list} />
        </>
      )}
      {search.task !== undefined && (
        <TaskDrawer accountId={accountId} taskId={search.task} onClose={() => change({ task: undefined })} />
      )}
    </>
  )
}

function AddButton({ thirdpartyId }: { thirdpartyId: number | undefined }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { manage, decide } = useRights(accountId)
  const [adding, { open, close }] = useDisclosure(false)
  if (!manage && !decide) return null
  return (
    <>
      <Button leftSection={<IconPlus size={17} aria-hidden="true" />} onClick={open}>
        {t('tasks.add')}
      </Button>
      {adding && <AddTask accountId={accountId} thirdpartyId={thirdpartyId} onClose={close} />}
    </>
  )
}
