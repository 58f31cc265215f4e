import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { SecretDialog } from '../../parts/secrets/secret-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

const sample = `const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const signed = [headers['webhook-id'], headers['webhook-timestamp'], rawBody].join('.')
const expected = 'v1,' + createHmac('sha256', key).update(signed).digest('base64')
// genuine when headers['webhook-signature'].split(' ') includes expected`

export function WebhookSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretDialog title={t('webhooks.secretTitle')} onClose={onClose}>
      {secret === undefined ? (
        <Notice tone="bad">{t('settings.secret.lost')}</Notice>
      ) : (
        <Copyable label={t('webhooks.secret')} value={secret} />
      )}
      <Copyable label={t('webhooks.verify')} value={sample} block />
      <Text size="sm" c="dimmed">
        {t('webhooks.verifyHelp')}
      </Text>
    </SecretDialog>
  )
}
