import { Select, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { teamsQuery } from '../../parts/people/teams.queries.ts'
import { roles, type Role } from '../../parts/roles/roles.ts'
import { UnitInput } from '../../parts/units/unit-input.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import type { ApprovalStepDefinition } from './catalogue.queries.ts'

type By = ApprovalStepDefinition['by']

interface Props {
  by: By
  tried: boolean
  onChange: (by: By) => void
}

const groups = ['role', 'team', 'unit'] as const
type Group = (typeof groups)[number]

const groupOf = ({ teamId, unitId }: By): Group =>
  teamId !== undefined ? 'team' : unitId !== undefined ? 'unit' : 'role'

/** People of a role, of a team, or those who were given a unit to see. */
export function StepPeopleFields({ by, tried, onChange }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [group, setGroup] = useState<Group>(groupOf(by))
  const { data: teams = [] } = useQuery(teamsQuery(accountId))
  const choose = (next: Group) => {
    setGroup(next)
    onChange(next === 'role' ? { role: 'MANAGER' } : {})
  }
  const missing = t('catalogue.missing')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('approval.steps.who')}
        allowDeselect={false}
        data={groups.map((value) => ({ value, label: t(`approval.steps.group.${value}`) }))}
        value={group}
        onChange={(next) => next !== null && choose(next)}
      />
      {group === 'role' && (
        <Select
          label={t('approval.steps.role')}
          allowDeselect={false}
          data={roles.map((value) => ({ value, label: t(`users.role.${value}.name`) }))}
          value={by.role ?? 'MANAGER'}
          onChange={(role) => onChange({ role: role as Role })}
        />
      )}
      {group === 'team' && (
        <Select
          label={t('approval.steps.team')}
          searchable
          data={teams.map(({ teamId, name }) => ({ value: String(teamId), label: name }))}
          error={tried && by.teamId === undefined && missing}
          value={by.teamId === undefined ? null : String(by.teamId)}
          onChange={(teamId) => onChange(teamId === null ? {} : { teamId: Number(teamId) })}
        />
      )}
      {group === 'unit' && (
        <UnitInput
          accountId={accountId}
          label={t('approval.steps.unit')}
          error={tried && by.unitId === undefined ? missing : null}
          value={by.unitId ?? null}
          onChange={(unitId) => onChange(unitId === null ? {} : { unitId })}
        />
      )}
    </SimpleGrid>
  )
}
