import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUnits } from '../units/use-units.ts'
import type { Role } from '../roles/roles.ts'
import { teamsQuery } from './teams.queries.ts'

interface StepPeople {
  by: { role?: Role | null; teamId?: number | null; unitId?: number | null }
  need: 'ANY' | 'ALL' | 'COUNT'
  count?: number | null
}

/** In words: who decides on a step of an approval, and how many of them it takes. */
export function useStepPeople(accountId: number): (step: StepPeople) => string {
  const { t } = useTranslation()
  const { data: teams = [] } = useQuery(teamsQuery(accountId))
  const { nameOf: unitName } = useUnits(accountId)
  return ({ by, need, count }) => {
    const team = teams.find(({ teamId }) => teamId === by.teamId)?.name
    const group = by.role
      ? t('approval.by.role', { role: t(`users.role.${by.role}.name`) })
      : by.teamId
        ? t('approval.by.team', { name: team ?? t('approval.by.gone') })
        : t('approval.by.unit', { name: unitName(by.unitId ?? 0) ?? t('approval.by.gone') })
    return `${group} · ${t(`approval.need.${need}`, { count: count ?? 1 })}`
  }
}
