import { Button, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { upgradeQuery } from './catalogue.queries.ts'

/** Newer definitions came with a newer Vigie; what the account wrote itself is never touched. */
export function UpgradeNotice() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [isConfirming, dialog] = useDisclosure(false)
  const { data: upgrade } = useQuery(upgradeQuery(accountId))
  const taking = useApiMutation({
    mutationFn: () => api.account(accountId).post('/catalogue/upgrade', { body: { dryRun: false } }),
    successMessage: t('catalogue.upgraded'),
    invalidates: [
      ['document-types', accountId],
      ['dossier-types', accountId],
    ],
    onSuccess: dialog.close,
  })
  const codes = [...(upgrade?.documentTypes ?? []), ...(upgrade?.dossierTypes ?? [])].map(({ code }) => code)
  if (codes.length === 0) return null
  return (
    <Stack mb="md">
      <Notice tone="info" title={t('catalogue.upgradeTitle', { count: codes.length })}>
        <Button size="xs" variant="default" mt={6} onClick={dialog.open}>
          {t('catalogue.upgradeLook')}
        </Button>
      </Notice>
      <ConfirmDialog
        opened={isConfirming}
        onClose={dialog.close}
        title={t('catalogue.upgradeLook')}
        detail={t('catalogue.upgradeDetail')}
        confirm={t('catalogue.upgrade')}
        pending={taking.isPending}
        onConfirm={() => taking.mutate()}
      >
        <List size="sm">
          {codes.map((code) => (
            <List.Item key={code}>{code}</List.Item>
          ))}
        </List>
        {(upgrade?.kept.length ?? 0) > 0 && (
          <Text size="sm" c="dimmed">
            {t('catalogue.upgradeKept', { list: upgrade?.kept.join(', ') })}
          </Text>
        )}
      </ConfirmDialog>
    </Stack>
  )
}
