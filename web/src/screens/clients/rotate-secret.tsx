import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import type { Client } from './clients.queries.ts'
import { Credentials } from './credentials.tsx'

interface Props {
  accountId: number
  client: Client
  onClose: () => void
}

const graces = ['0', '3600', '86400', '604800', '2592000'] as const
type Grace = (typeof graces)[number]

export function RotateSecret({ accountId, client, onClose }: Props) {
  const { t } = useTranslation()
  const [grace, setGrace] = useState<Grace>('86400')
  const made = useSecretMutation({
    mutationFn: () =>
      api.account(accountId).post('/clients/{id}/rotate-secret', {
        path: { id: client.id },
        body: { graceSeconds: Number(grace) },
      }),
    invalidates: [['clients', accountId]],
  })
  if (made.answer !== null) return <Credentials client={made.answer} onClose={onClose} />
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('clients.rotateTitle', { name: client.name })}
      submit={t('clients.makeSecret')}
      onSubmit={() => made.run()}
      pending={made.pending}
      error={made.error}
    >
      <Text size="sm">{t('clients.rotateDetail')}</Text>
      <Select
        label={t('clients.grace')}
        allowDeselect={false}
        data={graces.map((value) => ({ value, label: t(`clients.graces.${value}`) }))}
        value={grace}
        onChange={(value) => setGrace(value ?? '86400')}
      />
    </FormDialog>
  )
}
