import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useSeen } from '../../ui/use-seen.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { partyText } from '../owners/party.ts'
import { TaskFields, wireTask, type TaskDraft } from './task-form.tsx'
import { keysAfterTask, type Task } from './tasks.queries.ts'

interface Props {
  accountId: number
  task: Task
  /** Of the version that was looked at. */
  tag: string | null
  onClose: () => void
}

function draftOf({ title, details, assignee, dueOn }: Task): TaskDraft {
  return {
    title,
    details: details ?? '',
    assignee: assignee && partyText(assignee),
    dueOn: dueOn ?? '',
  }
}

/** Only what is changed is sent: a title of the product stays one of the product. */
function changesOf(before: TaskDraft, after: TaskDraft) {
  const [old, next] = [wireTask(before), wireTask(after)]
  const names = ['title', 'details', 'assignee', 'dueOn'] as const
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
  return Object.fromEntries(changed.map((name) => [name, next[name]])) as Partial<typeof next>
}

export function ChangeTask({ accountId, task, tag: current, onClose }: Props) {
  const { t } = useTranslation()
  const tag = useSeen(current)
  const [before] = useState(() => draftOf(task))
  const [draft, setDraft] = useState(before)
  const { taskId } = task
  const change = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/tasks/{taskId}', {
        path: { taskId },
        ifMatch: tag,
        body: changesOf(before, draft),
      }),
    successMessage: t('common.saved'),
    invalidates: keysAfterTask(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('tasks.change')}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
      disabled={draft.title.trim() === ''}
    >
      <TaskFields
        accountId={accountId}
        thirdpartyId={task.about?.thirdpartyId}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </FormDialog>
  )
}
