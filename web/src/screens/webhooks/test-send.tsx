import { Button, Modal, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { errorText } from './error-text.ts'
import type { Webhook } from './webhooks.queries.ts'
import classes from './webhooks.module.css'

interface Props {
  accountId: number
  webhook: Webhook
}

export function TestSend({ accountId, webhook: { endpointId } }: Props) {
  const { t } = useTranslation()
  const test = useApiMutation({
    mutationFn: () => api.account(accountId).post('/webhooks/{endpointId}/test', { path: { endpointId } }),
    invalidates: [['webhook', accountId, endpointId]],
  })
  return (
    <>
      <Button
        leftSection={<IconSend size={17} aria-hidden="true" />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('webhooks.test')}
      </Button>
      <Modal
        opened={test.data !== undefined}
        onClose={test.reset}
        title={<Text fw={650}>{t('webhooks.test')}</Text>}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        size="lg"
        centered
      >
        {test.data !== undefined && <TestResult result={test.data} />}
      </Modal>
    </>
  )
}

function TestResult({ result }: { result: Answer<'testWebhook'> }) {
  const { t } = useTranslation()
  const { delivered, status, error, durationMs: ms } = result
  const line = status === null ? t('webhooks.testNoAnswer', { ms }) : t('webhooks.testLine', { status, ms })
  return (
    <div className={classes.stack}>
      <Notice
        tone={delivered ? 'good' : 'bad'}
        title={t(delivered ? 'webhooks.testGood' : 'webhooks.testBad')}
        live="polite"
      >
        {error !== null && <span>{errorText(t, error)}</span>}
        <span>{line}</span>
      </Notice>
    </div>
  )
}
