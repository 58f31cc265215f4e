import { Anchor, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { DayLeft } from '../../../parts/answer/day-left.tsx'
import { useToday } from '../../../parts/answer/use-today.ts'
import { AddTask } from '../../../parts/tasks/add-task.tsx'
import type { TaskRow } from '../../../parts/tasks/tasks.queries.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import type { Company, ThirdPartyIds } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './tasks-panel.module.css'

const shown = 5

const openTasksQuery = ({ accountId, thirdpartyId }: ThirdPartyIds) =>
  queryOptions({
    queryKey: ['tasks', accountId, 'company', { thirdpartyId }],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/tasks', { query: { thirdpartyId, size: shown }, signal }),
  })

/** What is to be done about the company, the most urgent first. */
export function TasksPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const { manage, decide } = useRights(ids.accountId)
  const [adding, { open, close }] = useDisclosure(false)
  const { data } = useQuery(openTasksQuery(ids))
  if (data === undefined) return null
  const tasks = data.content
  const add = (
    <Button variant="subtle" size="compact-sm" onClick={open}>
      {t('tasks.add')}
    </Button>
  )
  return (
    <Panel title={t('tasks.panel.title')} actions={(manage || decide) && !record.archived ? add : undefined}>
      {tasks.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('tasks.panel.none')}
        </Text>
      ) : (
        <TaskLinks ids={ids} tasks={tasks} />
      )}
      {data.next !== null && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/account/$accountId/tasks"
              params={{ accountId: ids.accountId }}
              search={{ whose: 'all', thirdparty: ids.thirdpartyId }}
              {...props}
            />
          )}
        >
          {t('tasks.panel.all')}
        </Anchor>
      )}
      {adding && <AddTask {...ids} onClose={close} />}
    </Panel>
  )
}

function TaskLinks({ ids, tasks }: { ids: ThirdPartyIds; tasks: readonly TaskRow[] }) {
  const today = useToday(ids.accountId)
  return (
    <ul className={classes.list}>
      {tasks.map(({ taskId, title, dueOn }) => (
        <li key={taskId} className={classes.item}>
          <Link
            to="/account/$accountId/tasks"
            params={{ accountId: ids.accountId }}
            search={{ whose: 'all', thirdparty: ids.thirdpartyId, task: taskId }}
            className={classes.link}
          >
            {title}
          </Link>
          {dueOn !== null && <DayLeft day={dueOn} today={today} kind="due" />}
        </li>
      ))}
    </ul>
  )
}
