import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { createPasskey } from '../../parts/second-factor/passkey.ts'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { NameField } from './name-field.tsx'
import { keysAfterFactorChange } from './security.queries.ts'

interface Props {
  onClose: () => void
  onAdded: (codes: readonly string[] | undefined) => void
}

export function AddPasskey({ onClose, onAdded }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(t('security.passkeyName'))
  // Asked before the button is pressed: some browsers make a passkey only right after a press.
  const begun = useQuery({
    queryKey: ['begun-passkey'],
    queryFn: () => api.post('/me/second-factors/passkey/begin'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const added = useSecretMutation({
    mutationFn: async () => {
      const { challenge, options } = begun.data ?? { challenge: '', options: {} }
      const body = { challenge, name: name.trim(), credential: await createPasskey(options) }
      const { recoveryCodes } = await api.post('/me/second-factors/passkey', { body })
      onAdded(recoveryCodes)
    },
    invalidates: keysAfterFactorChange,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('security.addPasskey')}
      submit={t('security.createPasskey')}
      onSubmit={() => added.run()}
      pending={added.pending}
      error={added.error ?? begun.error}
      disabled={begun.data === undefined || name.trim() === ''}
    >
      <Text size="sm">{t('security.passkeyHelp')}</Text>
      <NameField value={name} onChange={setName} focused />
    </FormDialog>
  )
}
