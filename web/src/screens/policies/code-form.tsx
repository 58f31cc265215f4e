import { Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

interface Props {
  accountId: number
  uniqueCodes: boolean
  mayChange: boolean
}

/** Switched at once; refused in words while codes repeat. */
export function CodeForm({ accountId, uniqueCodes, mayChange }: Props) {
  const { t } = useTranslation()
  const saving = useApiMutation({
    mutationFn: (wanted: boolean) =>
      api.account(accountId).patch('/code-settings', { body: { uniqueCodes: wanted } }),
    successMessage: t('common.saved'),
    invalidates: [['code-settings', accountId]],
    silent: true,
  })
  return (
    <Stack gap="md">
      <Switch
        label={t('policies.uniqueCodes')}
        description={t('policies.uniqueCodesHelp')}
        checked={uniqueCodes}
        disabled={!mayChange || saving.isPending}
        onChange={({ currentTarget }) => saving.mutate(currentTarget.checked)}
      />
      {saving.error !== null && <ProblemAlert title={t('common.notDone')} error={saving.error} />}
    </Stack>
  )
}
