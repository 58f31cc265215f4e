import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { keysAfterTask } from './tasks.queries.ts'

export type TaskEnd = 'done' | 'cancel' | 'reopen'

interface Props {
  accountId: number
  taskId: number
  act: TaskEnd
  onClose: () => void
}

const longest = 4_000

function send(accountId: number, taskId: number, act: TaskEnd, reason: string) {
  const to = api.account(accountId)
  const path = { taskId }
  if (act === 'done') return to.post('/tasks/{taskId}/done', { path, body: reason === '' ? {} : { reason } })
  if (act === 'cancel') return to.post('/tasks/{taskId}/cancel', { path, body: { reason } })
  return to.post('/tasks/{taskId}/reopen', { path, body: { reason } })
}

/** A task is done, or need not be, or is not done after all; only the first needs no word. */
export function EndTask({ accountId, taskId, act, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const end = useApiMutation({
    mutationFn: () => send(accountId, taskId, act, reason.trim()),
    successMessage: t(`tasks.end.${act}.said`),
    invalidates: keysAfterTask(accountId),
    onSuccess: onClose,
    silent: true,
  })
  const isOptional = act === 'done'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(`tasks.end.${act}.title`)}
      submit={t(`tasks.end.${act}.submit`)}
      onSubmit={() => end.mutate()}
      pending={end.isPending}
      error={end.error}
      disabled={!isOptional && reason.trim() === ''}
    >
      <Textarea
        data-autofocus
        label={t(`tasks.end.${act}.reason`)}
        description={t('tasks.end.stays')}
        required={!isOptional}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longest}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
