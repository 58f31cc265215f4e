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
  const { name, clientId, clientSecret } = client
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
