import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import type { Role } from '../../parts/roles/roles.ts'
import { useSecretAct } from '../../parts/secrets/use-secret-act.ts'
import { Credentials } from './credentials.tsx'

interface Props {
  accountId: number
  opened: boolean
  onClose: () => void
}

export function AddClient({ accountId, opened, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Role[]>([])
  const added = useSecretAct({
    act: () => api.post('/clients', { accountId }, { body: { name: name.trim(), scopes } }),
    refresh: [['clients', accountId]],
  })
  function close() {
    setName('')
    setScopes([])
    added.forget()
    onClose()
  }
  if (added.answer !== null) return <Credentials client={added.answer} onClose={close} />
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('clients.add')}
      submit={t('common.add')}
      onSubmit={() => added.run()}
      pending={added.pending}
      error={added.error}
      disabled={name.trim() === '' || scopes.length === 0}
    >
      <TextInput
        label={t('clients.name')}
        description={t('clients.nameHelp')}
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RoleChoice
        label={t('clients.scopes')}
        description={t('clients.scopesHelp')}
        value={scopes}
        onChange={setScopes}
      />
    </FormDialog>
  )
}
