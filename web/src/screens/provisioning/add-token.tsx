import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { SecretDialog } from '../../parts/secrets/secret-dialog.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { Notice } from '../../ui/notice.tsx'
import { tokensQuery } from './provisioning.queries.ts'

const lifetimes = ['90', '180', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]

export function AddToken({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('365')
  const body = { name: name.trim(), ...(lifetime !== 'never' && { expiresInDays: Number(lifetime) }) }
  const made = useSecretMutation({
    mutationFn: () => api.account(accountId).post('/provisioning/tokens', { body }),
    invalidates: [tokensQuery(accountId).queryKey],
  })
  if (made.answer !== null) {
    const { name: of, token } = made.answer
    return (
      <SecretDialog title={t('provisioning.shownTitle', { name: of })} onClose={onClose}>
        {token === undefined ? (
          <Notice tone="bad">{t('settings.secret.lost')}</Notice>
        ) : (
          <Copyable label={t('provisioning.token')} value={token} />
        )}
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('provisioning.add')}
      submit={t('provisioning.make')}
      onSubmit={() => made.run()}
      pending={made.pending}
      error={made.error}
      disabled={name.trim() === ''}
    >
      <TextInput
        label={t('provisioning.name')}
        description={t('provisioning.nameHelp')}
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={t('provisioning.lifetime')}
        allowDeselect={false}
        data={lifetimes.map((days) => ({ value: days, label: t(`provisioning.lifetimes.${days}`) }))}
        value={lifetime}
        onChange={(chosen) => setLifetime(chosen ?? '365')}
      />
    </FormDialog>
  )
}
