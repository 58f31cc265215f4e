import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import { isRole } from '../../parts/roles/roles.ts'
import { useUnits } from '../../parts/units/use-units.ts'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { GroupUnits } from './group-units.tsx'
import { groupsQuery, type DirectoryGroup } from './provisioning.queries.ts'

interface Props {
  accountId: number
  group: DirectoryGroup
  onClose: () => void
}

/** What the members of a group hold and see. */
export function GroupRoles({ accountId, group, onClose }: Props) {
  const { t } = useTranslation()
  const { groupId, displayName: name } = group
  const [roles, setRoles] = useState(() => group.roles.filter(isRole))
  const [units, setUnits] = useState(group.units)
  const hasUnits = useUnits(accountId).choices.length > 0 || group.units !== null
  const save = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .put('/provisioning/groups/{groupId}/roles', { path: { groupId }, body: { roles, units } }),
    successMessage: t('provisioning.rolesSaved', { name }),
    invalidates: [groupsQuery(accountId).queryKey, ['users', accountId]],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('provisioning.rolesTitle', { name })}
      submit={t('common.save')}
      onSubmit={() => save.mutate()}
      pending={save.isPending}
      error={save.error}
    >
      <RoleChoice
        label={t('provisioning.roles')}
        description={t('provisioning.rolesHelp')}
        value={roles}
        onChange={setRoles}
      />
      {hasUnits && <GroupUnits {...{ accountId, group }} value={units} onChange={setUnits} />}
      {roles.length === 0 && group.roles.length > 0 && (
        <Notice tone="warning">{t('provisioning.noneChosen')}</Notice>
      )}
    </FormDialog>
  )
}
