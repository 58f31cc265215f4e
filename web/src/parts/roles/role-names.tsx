import { useTranslation } from 'react-i18next'
import { isRole } from './roles.ts'

export function RoleNames({ assigned }: { assigned: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <span>{assigned.map((role) => (isRole(role) ? t(`users.role.${role}.name`) : role)).join(', ')}</span>
  )
}
