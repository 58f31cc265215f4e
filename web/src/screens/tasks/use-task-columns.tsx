import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DayLeft } from '../../parts/answer/day-left.tsx'
import { useToday } from '../../parts/answer/use-today.ts'
import { Assignee, TaskState } from '../../parts/tasks/task-drawer.tsx'
import type { TaskRow } from '../../parts/tasks/tasks.queries.ts'
import { placeOfSubject } from '../../parts/tasks/work-place.ts'
import type { Column } from '../../ui/data-table.tsx'
import classes from './tasks.module.css'

export function useTaskColumns(accountId: number): Column<TaskRow>[] {
  const { t } = useTranslation()
  const today = useToday(accountId)
  return [
    {
      key: 'title',
      label: t('tasks.one'),
      render: ({ taskId, title }) => (
        <Link
          from="/account/$accountId/tasks"
          to="."
          search={(before) => ({ ...before, task: taskId })}
          replace
          resetScroll={false}
          className={classes.link}
        >
          {title}
        </Link>
      ),
    },
    {
      key: 'about',
      label: t('tasks.about'),
      render: ({ about }) =>
        about && (
          <Link {...placeOfSubject(accountId, about)} className={classes.link}>
            {about.name}
          </Link>
        ),
    },
    { key: 'assignee', label: t('tasks.assignee'), render: (task) => <Assignee task={task} /> },
    {
      key: 'due',
      label: t('tasks.due'),
      render: ({ dueOn, state }) =>
        dueOn && <DayLeft day={dueOn} today={today} kind="due" resolved={state !== 'OPEN'} />,
    },
    {
      key: 'state',
      label: t('tasks.stateLabel'),
      render: ({ state, overdue }) => <TaskState state={state} overdue={overdue} />,
    },
  ]
}
