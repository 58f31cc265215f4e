import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { OwnListDialog } from './own-list-dialog.tsx'

interface Props {
  accountId: number
  list: { listId: number; name: string }
}

/** What an account may do with a list it keeps itself. */
export function OwnListTools({ accountId, list }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'REPLACE' | 'DELETE' | null>(null)
  const close = () => setOpen(null)
  const { listId, name } = list
  const deleting = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/screening/lists/{listId}', { path: { listId } }),
    invalidates: [
      ['screening-lists', accountId],
      ['settings', accountId],
    ],
    successMessage: t('ownLists.deleted'),
    onSuccess: close,
  })
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('ownLists.replaceOf', { name })}
        onClick={() => setOpen('REPLACE')}
      >
        {t('ownLists.replace')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('ownLists.deleteOf', { name })}
        onClick={() => setOpen('DELETE')}
      >
        {t('ownLists.delete')}
      </Button>
      {open === 'REPLACE' && <OwnListDialog accountId={accountId} list={list} onClose={close} />}
      <ConfirmDialog
        opened={open === 'DELETE'}
        onClose={close}
        title={t('ownLists.deleteTitle', { name })}
        detail={t('ownLists.deleteDetail')}
        confirm={t('ownLists.deleteConfirm')}
        onConfirm={() => deleting.mutate()}
        pending={deleting.isPending}
        tone="danger"
      />
    </>
  )
}
