import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Rule } from './rules.queries.ts'

export function DeleteRule({ rule, onDeleted }: { rule: Rule; onDeleted: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [isConfirming, dialog] = useDisclosure(false)
  const deleting = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/rules/{ruleId}', { path: { ruleId: rule.ruleId } }),
    successMessage: t('rules.deleted', { name: rule.name }),
    invalidates: [['rules', accountId]],
    onSuccess: onDeleted,
  })
  return (
    <>
      <Button variant="subtle" color="red.8" onClick={dialog.open}>
        {t('rules.delete')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={dialog.close}
        title={t('rules.deleteTitle', { name: rule.name })}
        detail={t('rules.deleteDetail')}
        confirm={t('rules.delete')}
        tone="danger"
        pending={deleting.isPending}
        onConfirm={() => deleting.mutate()}
      />
    </>
  )
}
