import { TextInput, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { keysAfterChange } from './dossier.queries.ts'
import type { DialogProps } from './edit-dialog.tsx'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'

/** The dossier ends and the next one begins; then the page shows the next one. */
export function RenewDialog({ dossier, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const navigate = useNavigate()
  const [dueDate, setDueDate] = useState('')
  const { dossierId } = dossier
  const renew = useApiMutation({
    mutationFn: (idempotencyKey: string) =>
      api.account(accountId).post('/dossiers/{dossierId}/renew', {
        path: { dossierId },
        body: dueDate === '' ? {} : { dueDate },
        idempotencyKey,
      }),
    successMessage: t('dossier.renew.done'),
    invalidates: keysAfterChange(accountId, dossierId),
    onSuccess: (next) => {
      onClose()
      const params = { accountId, dossierId: next.dossierId }
      void navigate({ to: '/account/$accountId/dossiers/$dossierId', params })
    },
    silent: true,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('dossier.renew.title')}
      submit={t('dossier.renew.confirm')}
      pending={renew.isPending}
      error={renew.error}
      onSubmit={() => renew.mutate(newIdempotencyKey())}
    >
      <Text size="sm" c="dimmed">
        {t('dossier.renew.lead')}
      </Text>
      <TextInput
        type="date"
        label={t('dossier.own.dueDate')}
        description={t('dossier.renew.dueHelp')}
        value={dueDate}
        onChange={(event) => setDueDate(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
