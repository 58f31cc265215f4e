import { List } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const known = ['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR'] as const

/** What the invited may do once they have accepted. */
export function InvitedRoles({ roles }: { roles: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <List spacing={4} size="sm" aria-label={t('invitation.roles')}>
      {known
        .filter((role) => roles.includes(role))
        .map((role) => (
          <List.Item key={role}>{t(`invitation.role.${role}`)}</List.Item>
        ))}
    </List>
  )
}
