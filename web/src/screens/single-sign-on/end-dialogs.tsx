import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { providerQuery, type Provider } from './single-sign-on.queries.ts'
import { useStanding } from './use-put-provider.ts'

export function SwitchOff({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation()
  const standing = useStanding(provider, { onDone: onClose })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('singleSignOn.off.title')}
      detail={t('singleSignOn.off.detail')}
      confirm={t('singleSignOn.stage.force.undo')}
      tone="danger"
      onConfirm={() => standing.set({ state: 'DRAFT' }, t('singleSignOn.stage.force.undone'))}
      pending={standing.pending}
    />
  )
}

export function RemoveProvider({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const queries = useQueryClient()
  const remove = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/identity-provider'),
    successMessage: t('singleSignOn.remove.done'),
    invalidates: [['settings', accountId]],
    onSuccess: () => {
      queries.setQueryData(providerQuery(accountId).queryKey, null)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('singleSignOn.remove.title')}
      detail={t('singleSignOn.remove.detail')}
      confirm={t('singleSignOn.remove.do')}
      tone="danger"
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
    />
  )
}
