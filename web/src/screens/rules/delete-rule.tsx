import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useAct } from '../../ui/use-act.ts'
import type { Rule } from './rules.queries.ts'

export function DeleteRule({ rule, onDeleted }: { rule: Rule; onDeleted: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [asking, dialog] = useDisclosure(false)
  const deleting = useAct({
    act: () => api.account(accountId).delete('/rules/{ruleId}', { path: { ruleId: rule.ruleId } }),
    done: t('rules.deleted', { name: rule.name }),
    refresh: [['rules', accountId]],
    onDone: onDeleted,
  })
  return (
    <>
      <Button variant="subtle" color="red.8" onClick={dialog.open}>
        {t('rules.delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
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
