import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { SecretDialog } from '../../parts/secrets/secret-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

interface Props {
  client: Answer<'addClient'>
  onClose: () => void
}

const tokenCommand = (clientId: string, secret: string) =>
  `curl -u '${clientId}:${secret}' \\
  -d grant_type=client_credentials \\
  ${window.location.origin}/oauth2/token`

export function Credentials({ client, onClose }: Props) {
  const { t } = useTranslation()
  const { name, clientId, clientSecret, secrets } = client
  if (secrets.length === 0) return <KeyedClient client={client} onClose={onClose} />
  return (
    <SecretDialog title={t('clients.secretTitle', { name })} onClose={onClose}>
      <Copyable label={t('clients.clientId')} value={clientId} />
      {clientSecret === undefined ? (
        <Notice tone="bad">{t('settings.secret.lost')}</Notice>
      ) : (
        <>
          <Copyable label={t('clients.clientSecret')} value={clientSecret} />
          <Copyable label={t('clients.curl')} value={tokenCommand(clientId, clientSecret)} block />
        </>
      )}
    </SecretDialog>
  )
}

/** Nothing of it is secret: its id stays on the page. */
function KeyedClient({ client: { name, clientId }, onClose }: Props) {
  const { t } = useTranslation()
  const endpoint = `${window.location.origin}/oauth2/token`
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>{t('clients.secretTitle', { name })}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('clients.keyedDetail')}</Text>
        <Copyable label={t('clients.clientId')} value={clientId} />
        <Copyable label={t('clients.endpoint')} value={endpoint} />
      </Stack>
    </Modal>
  )
}
