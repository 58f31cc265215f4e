import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AddWebhook } from './add-webhook.tsx'
import { WebhookTable } from './webhook-table.tsx'
import { webhooksQuery } from './webhooks.queries.ts'

export function Webhooks() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { audit, administer } = useRights(accountId)
  const [adding, { open, close }] = useDisclosure(false)
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={open}>
      {t('webhooks.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        lead={audit ? t('webhooks.lead') : undefined}
        actions={administer ? add : undefined}
      />
      {audit ? <WebhookList accountId={accountId} /> : <AskAdministrator detail={t('webhooks.reserved')} />}
      {adding && <AddWebhook accountId={accountId} onClose={close} />}
    </>
  )
}

function WebhookList({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const { data, error, isError, refetch } = useQuery(webhooksQuery(accountId))
  if (isError) {
    return <ProblemAlert title={t('webhooks.loadFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (data?.content.length === 0) {
    return (
      <Surface>
        <TeachingState
          icon={<IconWebhook size={32} stroke={1.6} />}
          title={t('webhooks.emptyTitle')}
          detail={t('webhooks.emptyDetail')}
        />
      </Surface>
    )
  }
  return <WebhookTable accountId={accountId} webhooks={data?.content ?? null} />
}
