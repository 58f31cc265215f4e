import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { deadQuery } from './webhooks.queries.ts'

// Before the log of anything still listed began.
const since = '2000-01-01T00:00:00'

/** Offered only where something was given up. */
export function RedeliverAll({ accountId, endpointId }: { accountId: number; endpointId: number }) {
  const { t } = useTranslation()
  const [isConfirming, { open, close }] = useDisclosure(false)
  const { data } = useQuery(deadQuery(accountId, endpointId))
  const redeliver = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/webhooks/{endpointId}/redeliver', { path: { endpointId }, body: { since } }),
    successMessage: ({ redelivered: count }) => t('webhooks.redeliveredAll', { count }),
    invalidates: [['webhook', accountId, endpointId]],
    onSuccess: close,
  })
  // Test messages are not repeated.
  if (data?.content.some(({ test }) => !test) !== true) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRepeat size={15} aria-hidden="true" />}
        onClick={open}
      >
        {t('webhooks.redeliverAll')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={close}
        title={t('webhooks.redeliverAllTitle')}
        detail={t('webhooks.redeliverAllDetail')}
        confirm={t('webhooks.redeliver')}
        onConfirm={() => redeliver.mutate()}
        pending={redeliver.isPending}
      />
    </>
  )
}
