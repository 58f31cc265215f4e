import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { resetsQuery, type User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  /** Whether nobody else could confirm. */
  isAlone: boolean
  onClose: () => void
}

/** The first of the two administrators it takes. */
export function AskFactorReset({ accountId, user, isAlone, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name } = user
  const isConfirming = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/users/{userId}/second-factor-reset', { path: { userId } }),
    successMessage: t('users.factorReset.asked'),
    invalidates: [resetsQuery(accountId).queryKey],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('users.factorReset.title', { name })}
      submit={t('users.factorReset.ask')}
      onSubmit={() => isConfirming.mutate()}
      pending={isConfirming.isPending}
      error={isConfirming.error}
      disabled={isAlone}
      danger
    >
      <Text size="sm">{t('users.factorReset.detail', { name })}</Text>
      {isAlone && <Notice tone="warning">{t('users.factorReset.alone')}</Notice>}
    </FormDialog>
  )
}
