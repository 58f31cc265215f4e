import { Button, Group, Select, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { isRole, roles } from '../../parts/roles/roles.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { settingsQuery } from './provisioning.queries.ts'

/** What everybody of the directory holds, whatever their groups. */
export function DefaultRole({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const query = useQuery(settingsQuery(accountId))
  const retry = () => void query.refetch()
  return (
    <Panel title={t('provisioning.everybody')} help={t('provisioning.everybodyHelp')}>
      {query.isError && (
        <ProblemAlert title={t('provisioning.settingsFailed')} error={query.error} onRetry={retry} />
      )}
      {query.isPending && <Skeleton height={60} radius="md" />}
      {query.isSuccess && <RoleForm accountId={accountId} settings={query.data} />}
    </Panel>
  )
}

interface FormProps {
  accountId: number
  settings: Answer<'getProvisioningSettings'>
}

function RoleForm({ accountId, settings }: FormProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [role, setRole] = useState(settings.defaultRole)
  const save = useApiMutation({
    mutationFn: () => api.account(accountId).put('/provisioning/settings', { body: { defaultRole: role } }),
    successMessage: t('provisioning.settingsSaved'),
    invalidates: [['users', accountId]],
    onSuccess: (saved) => queries.setQueryData(settingsQuery(accountId).queryKey, saved),
    silent: true,
  })
  const named = roles.map((one) => ({ value: one, label: t(`users.role.${one}.name`) }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        <Select
          aria-label={t('provisioning.everybody')}
          description={role === null ? t('provisioning.noRoleHelp') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          maw={420}
          data={[{ value: '', label: t('provisioning.noRole') }, ...named]}
          value={role ?? ''}
          onChange={(chosen) => setRole(chosen !== null && isRole(chosen) ? chosen : null)}
        />
        {save.error !== null && <ProblemAlert title={t('common.notDone')} error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={role === settings.defaultRole}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
