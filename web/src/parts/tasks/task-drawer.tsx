import { Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCheck, IconPencil, IconRotate, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useRights } from '../../ui/use-rights.ts'
import { DayLeft } from '../answer/day-left.tsx'
import { useToday } from '../answer/use-today.ts'
import { ChangeTask } from './change-task.tsx'
import { EndTask, type TaskEnd } from './end-task.tsx'
import { TaskNotes } from './task-notes.tsx'
import { taskQuery, type Task } from './tasks.queries.ts'
import classes from './tasks.module.css'
import { placeOfLink, placeOfSubject } from './work-place.ts'

interface Props {
  accountId: number
  taskId: number
  onClose: () => void
}

/** One task beside the list it was found in. */
export function TaskDrawer({ accountId, taskId, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack(true)
  const rights = useRights(accountId)
  const task = useQuery(taskQuery(accountId, taskId))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      title={<Text fw={650}>{task.data?.value.title ?? t('tasks.one')}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {task.isPending && <Skeleton height={240} radius={12} />}
      {task.isError && (
        <ProblemAlert title={t('tasks.oneFailed')} error={task.error} onRetry={() => void task.refetch()} />
      )}
      {task.data !== undefined && (
        <Stack gap="md">
          <TaskFacts accountId={accountId} task={task.data.value} />
          {task.data.value.yours && (
            <TaskActs accountId={accountId} task={task.data.value} tag={task.data.tag} />
          )}
          <TaskNotes accountId={accountId} taskId={taskId} mayWrite={rights.manage || rights.decide} />
        </Stack>
      )}
    </Drawer>
  )
}

export function TaskState({ state, overdue }: Pick<Task, 'state' | 'overdue'>) {
  const { t } = useTranslation()
  if (state === 'DONE') return <Pill tone="good">{t('tasks.state.DONE')}</Pill>
  if (state === 'CANCELLED') return <Pill tone="neutral">{t('tasks.state.CANCELLED')}</Pill>
  return <Pill tone={overdue ? 'bad' : 'info'}>{t(overdue ? 'tasks.late' : 'tasks.state.OPEN')}</Pill>
}

/** For whom it waits by name; nobody is named where it is for whoever answers for the company. */
export function Assignee({ task: { assignee, about } }: { task: Pick<Task, 'assignee' | 'about'> }) {
  const { t } = useTranslation()
  if (assignee === null) return t(about === null ? 'tasks.forDuty' : 'tasks.forOwner')
  const name = assignee.name ?? t('tasks.left')
  return assignee.active ? name : t('tasks.cannotAct', { name })
}

function TaskFacts({ accountId, task }: { accountId: number; task: Task }) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = useToday(accountId)
  const { about, dueOn, details, maker, origin, createdAt, state, link } = task
  const elsewhere = link === null ? null : placeOfLink(accountId, link)
  return (
    <>
      <Group gap="xs">
        <TaskState state={state} overdue={task.overdue} />
      </Group>
      {details !== null && <p className={classes.text}>{details}</p>}
      <Facts
        facts={[
          {
            label: t('tasks.about'),
            value: about && (
              <Link {...placeOfSubject(accountId, about)} className={classes.link}>
                {about.name}
              </Link>
            ),
            optional: true,
          },
          { label: t('tasks.assignee'), value: <Assignee task={task} /> },
          {
            label: t('tasks.due'),
            value:
              dueOn === null ? (
                t('tasks.noDue')
              ) : (
                <DayLeft day={dueOn} today={today} kind="due" resolved={state !== 'OPEN'} />
              ),
          },
          {
            label: t('tasks.made'),
            value:
              origin === 'PERSON'
                ? t('tasks.madeBy', {
                    date: format.day(createdAt),
                    name: maker.name ?? t(`tasks.doer.${maker.type}`),
                  })
                : t('tasks.madeBy', { date: format.day(createdAt), name: t(`tasks.origin.${origin}`) }),
          },
        ]}
      />
      {elsewhere !== null && (
        <ButtonLink {...elsewhere} variant="light" w="fit-content">
          {t('tasks.goThere')}
        </ButtonLink>
      )}
    </>
  )
}

type Open = TaskEnd | 'change' | null

function TaskActs({ accountId, task, tag }: { accountId: number; task: Task; tag: string | null }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const { taskId, state } = task
  return (
    <div className={classes.acts}>
      {state === 'OPEN' ? (
        <>
          <Button leftSection={<IconCheck size={17} aria-hidden="true" />} onClick={() => setOpen('done')}>
            {t('tasks.end.done.title')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden="true" />}
            onClick={() => setOpen('change')}
          >
            {t('common.change')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden="true" />}
            onClick={() => setOpen('cancel')}
          >
            {t('tasks.end.cancel.title')}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconRotate size={16} aria-hidden="true" />}
          onClick={() => setOpen('reopen')}
        >
          {t('tasks.end.reopen.title')}
        </Button>
      )}
      {open === 'change' && <ChangeTask accountId={accountId} task={task} tag={tag} onClose={close} />}
      {open !== null && open !== 'change' && (
        <EndTask accountId={accountId} taskId={taskId} act={open} onClose={close} />
      )}
    </div>
  )
}
