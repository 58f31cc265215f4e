import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Leaving } from './leaving.queries.ts'

interface Props {
  accountId: number
  leaving: Leaving
  onClose: () => void
}

/** The name is typed by hand, so that nobody deletes another account than they think. */
export function DeleteAccountDialog({ accountId, leaving, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [reason, setReason] = useState('')
  const { account, graceDays } = leaving
  const isSame = name.trim().normalize('NFC') === account.trim().normalize('NFC')
  const ask = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/leaving/deletion', { body: { name, reason: reason.trim() } }),
    invalidates: [['leaving', accountId], ['me']],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('leaving.deletion.dialogTitle', { account })}
      submit={t('leaving.deletion.confirm')}
      onSubmit={() => ask.mutate()}
      pending={ask.isPending}
      error={ask.error}
      disabled={!isSame || reason.trim() === ''}
      danger
    >
      <Notice tone="bad">
        <span>{t('leaving.deletion.warning', { count: graceDays })}</span>
      </Notice>
      <TextInput
        label={t('leaving.deletion.typeName', { account })}
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={name}
        error={name.length >= account.length && !isSame ? t('leaving.deletion.nameDiffers') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t('leaving.deletion.reason')}
        description={t('leaving.deletion.reasonHelp')}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
