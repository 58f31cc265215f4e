import { useTranslation } from 'react-i18next'
import { isRole } from './roles.ts'

export function RoleNames({ held }: { held: readonly string[] }) {
  const { t } = useTranslation()
  return <span>{held.map((role) => (isRole(role) ? t(`users.role.${role}.name`) : role)).join(', ')}</span>
}
