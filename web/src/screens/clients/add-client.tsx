import { Input, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import type { Role } from '../../parts/roles/roles.ts'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { Credentials } from './credentials.tsx'
import { KeysInput, readKeys } from './keys-input.tsx'
import { freshSecret, secretBody, SecretFields } from './secret-fields.tsx'

interface Props {
  accountId: number
  opened: boolean
  onClose: () => void
}

const authMethods = ['secret', 'keys'] as const
type AuthMethod = (typeof authMethods)[number]

export function AddClient({ accountId, opened, onClose }: Props) {
  // Once more from the start each time it opens.
  return opened ? <AddingClient accountId={accountId} onClose={onClose} /> : null
}

function AddingClient({ accountId, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Role[]>([])
  const [authMethod, setAuthMethod] = useState<AuthMethod>('secret')
  const [secret, setSecret] = useState(freshSecret)
  const [keys, setKeys] = useState('')
  const jwks = authMethod === 'keys' ? readKeys(keys) : null
  const proof = jwks === null ? { secret: secretBody(secret) } : { jwks }
  const added = useSecretMutation({
    mutationFn: () =>
      api.account(accountId).post('/clients', { body: { name: name.trim(), scopes, ...proof } }),
    invalidates: [['clients', accountId]],
  })
  if (added.answer !== null) return <Credentials client={added.answer} onClose={onClose} />
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('clients.add')}
      submit={t('common.add')}
      onSubmit={() => added.run()}
      pending={added.pending}
      error={added.error}
      disabled={name.trim() === '' || scopes.length === 0 || (authMethod === 'keys' && jwks === null)}
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
      <Input.Wrapper label={t('clients.way')} labelElement="div">
        <SegmentedControl
          aria-label={t('clients.way')}
          fullWidth
          mt={6}
          data={authMethods.map((value) => ({ value, label: t(`clients.ways.${value}`) }))}
          value={authMethod}
          onChange={(value) => setAuthMethod(value)}
        />
      </Input.Wrapper>
      {authMethod === 'secret' ? (
        <SecretFields value={secret} onChange={setSecret} />
      ) : (
        <KeysInput value={keys} onChange={setKeys} />
      )}
    </FormDialog>
  )
}
