import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCircleCheck, IconListCheck, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AddTask } from '../../parts/tasks/add-task.tsx'
import { TaskDrawer } from '../../parts/tasks/task-drawer.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { KindChips } from './kind-chips.tsx'
import { workQuery, workSummaryQuery, type WorkKind } from './my-work.queries.ts'
import { WorkList } from './work-list.tsx'

const from = '/account/$accountId/my-work'

/** Everything that waits for the reader, the most urgent first. */
export function MyWork() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { task, kind: requested } = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data: summary } = useQuery(workSummaryQuery(accountId))
  // A kind that this version does not know narrows nothing.
  const kind = summary?.kinds.find((one) => one.kind === requested)?.kind ?? null
  const choose = (chosen: WorkKind | null) =>
    void navigate({ search: chosen === null ? {} : { kind: chosen }, replace: true })
  const closeTask = () =>
    void navigate({ search: ({ task: _gone, ...rest }) => rest, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title={t('myWork.title')} lead={t('myWork.lead')} actions={<Actions />} />
      {summary !== undefined && <KindChips summary={summary.kinds} chosen={kind} onChoose={choose} />}
      <Waiting accountId={accountId} kind={kind} />
      {task !== undefined && <TaskDrawer accountId={accountId} taskId={task} onClose={closeTask} />}
    </>
  )
}

function Actions() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { manage, decide } = useRights(accountId)
  const [adding, { open, close }] = useDisclosure(false)
  return (
    <>
      <ButtonLink
        to="/account/$accountId/tasks"
        params={{ accountId }}
        variant="default"
        leftSection={<IconListCheck size={17} aria-hidden="true" />}
      >
        {t('myWork.allTasks')}
      </ButtonLink>
      {(manage || decide) && (
        <Button leftSection={<IconPlus size={17} aria-hidden="true" />} onClick={open}>
          {t('tasks.add')}
        </Button>
      )}
      {adding && <AddTask accountId={accountId} onClose={close} />}
    </>
  )
}

function Waiting({ accountId, kind }: { accountId: number; kind: WorkKind | null }) {
  const { t } = useTranslation()
  const work = useInfiniteQuery(workQuery(accountId, kind))
  const items = work.data?.pages.flatMap(({ content }) => content) ?? null
  if (work.isError && items === null) {
    const retry = () => void work.refetch()
    return <ProblemAlert title={t('myWork.failed')} error={work.error} onRetry={retry} />
  }
  if (items?.length === 0) {
    return (
      <Surface>
        <TeachingState
          icon={<IconCircleCheck size={32} stroke={1.6} />}
          title={t(kind === null ? 'myWork.empty' : 'myWork.emptyKind')}
          detail={t('myWork.emptyDetail')}
        >
          <ButtonLink to="/account/$accountId/thirdparties" params={{ accountId }} variant="default">
            {t('dossier.list.toPortfolio')}
          </ButtonLink>
        </TeachingState>
      </Surface>
    )
  }
  return (
    <>
      <WorkList accountId={accountId} items={items} />
      <LoadMore query={work} />
    </>
  )
}
