import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { TotpSecret } from '../../parts/second-factor/totp-secret.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { NameField } from './name-field.tsx'
import { keysAfterFactorChange } from './security.queries.ts'

interface Props {
  onClose: () => void
  onAdded: (codes: readonly string[] | undefined) => void
}

function useBegunTotp() {
  return useQuery({
    queryKey: ['begun-totp'],
    queryFn: () => api.post('/me/second-factors/totp/begin'),
    // Each answer is another secret: the one on the screen must stay.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** The app reads the secret from the screen, and a code of it proves that it did. */
export function AddTotp({ onClose, onAdded }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(t('security.totpName'))
  const [code, setCode] = useState('')
  const begun = useBegunTotp()
  const digits = code.replaceAll(/\s/g, '')
  const added = useSecretMutation({
    mutationFn: async () => {
      const body = { challenge: begun.data?.challenge ?? '', name: name.trim(), code: digits }
      const { recoveryCodes } = await api.post('/me/second-factors/totp', { body })
      onAdded(recoveryCodes)
    },
    invalidates: keysAfterFactorChange,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('security.addTotp')}
      submit={t('common.add')}
      onSubmit={() => added.run()}
      pending={added.pending}
      error={added.error ?? begun.error}
      disabled={begun.data === undefined || name.trim() === '' || !/^\d{6}$/.test(digits)}
    >
      <TotpSecret shown={begun.data} />
      <CodeField value={code} onChange={setCode} />
      <NameField value={name} onChange={setName} />
    </FormDialog>
  )
}

function CodeField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('security.firstCode')}
      description={t('proof.codeHelp')}
      name="one-time-code"
      autoComplete="one-time-code"
      inputMode="numeric"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
