import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Body } from '../../api/index.ts'
import { namesRanges, RangesInput, readRanges } from '../../parts/addresses/ranges-input.tsx'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Client } from './clients.queries.ts'
import { KeysInput, readKeys } from './keys-input.tsx'

interface Props {
  accountId: number
  client: Client
  onClose: () => void
}

function useChange({ accountId, client, onClose }: Props) {
  const { t } = useTranslation()
  return useApiMutation({
    mutationFn: (body: Body<'changeClient'>) =>
      api.account(accountId).patch('/clients/{id}', { path: { id: client.id }, body }),
    successMessage: t('common.saved'),
    invalidates: [['clients', accountId]],
    onSuccess: onClose,
    silent: true,
  })
}

/** Public keys with which the client signs for its tokens. */
export function ClientKeys(props: Props) {
  const { t } = useTranslation()
  const { client, onClose } = props
  const [text, setText] = useState(
    client.keys.length === 0 ? '' : JSON.stringify({ keys: client.keys }, null, 2),
  )
  const change = useChange(props)
  const jwks = text.trim() === '' ? null : readKeys(text)
  return (
    <FormDialog
      opened
      size="lg"
      onClose={onClose}
      title={t('clients.keysTitle', { name: client.name })}
      submit={t('common.save')}
      onSubmit={() => change.mutate({ jwks })}
      pending={change.isPending}
      error={change.error}
      disabled={text.trim() !== '' && jwks === null}
    >
      <Text size="sm">{t('clients.keysDetail')}</Text>
      <KeysInput value={text} onChange={setText} />
    </FormDialog>
  )
}

/** From where this one client may be used. */
export function ClientAddresses(props: Props) {
  const { t } = useTranslation()
  const { client, onClose } = props
  const [text, setText] = useState(client.allowedAddresses.join('\n'))
  const change = useChange(props)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('clients.addressesTitle', { name: client.name })}
      submit={t('common.save')}
      onSubmit={() => change.mutate({ allowedAddresses: readRanges(text) })}
      pending={change.isPending}
      error={namesRanges(change.error) ? null : change.error}
    >
      <Text size="sm">{t('clients.addressesDetail')}</Text>
      <RangesInput label={t('addresses.ranges')} value={text} onChange={setText} problem={change.error} />
    </FormDialog>
  )
}
