import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { calendarLinksQuery } from './forecast.queries.ts'

export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { queryKey } = calendarLinksQuery(accountId)
  const add = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/forecast/calendar-links', { idempotencyKey: newIdempotencyKey() }),
    invalidates: [queryKey],
  })
  const url = add.data?.url
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>{t('forecast.subscribeTitle')}</Text>}
      closeOnClickOutside={url === undefined}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('forecast.subscribeDetail')}</Text>
        {url === undefined ? (
          <Group>
            <Button loading={add.isPending} onClick={() => add.mutate()}>
              {t('forecast.create')}
            </Button>
          </Group>
        ) : (
          <>
            <Notice tone="warning" live="polite" title={t('forecast.shownOnce')} />
            <Copyable label={t('forecast.address')} value={url} />
          </>
        )}
        <Links onEnded={() => add.reset()} />
      </Stack>
    </Modal>
  )
}

function Links({ onEnded }: { onEnded: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const [isConfirming, setAsked] = useState(false)
  const { data } = useQuery(calendarLinksQuery(accountId))
  const end = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/forecast/calendar-links'),
    successMessage: t('forecast.ended'),
    invalidates: [calendarLinksQuery(accountId).queryKey],
    onSuccess: () => {
      setAsked(false)
      onEnded()
    },
  })
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('forecast.links')}
      </Text>
      {data?.content.map(({ linkId, createdAt, expiresAt }) => (
        <Text key={linkId} size="sm" c="dimmed">
          {t('forecast.link', { created: format.day(createdAt), expires: format.day(expiresAt) })}
        </Text>
      ))}
      {data?.content.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('forecast.noLinks')}
        </Text>
      )}
      {data !== undefined && data.content.length > 0 && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            {t('forecast.endAll')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setAsked(false)}
        title={t('forecast.endTitle')}
        detail={t('forecast.endDetail')}
        confirm={t('forecast.endAll')}
        tone="danger"
        pending={end.isPending}
        onConfirm={() => end.mutate()}
      />
    </Stack>
  )
}
