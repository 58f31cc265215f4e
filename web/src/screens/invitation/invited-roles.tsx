import { List, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

const known = ['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR'] as const

/** What the invited may do once they have accepted. */
export function InvitedRoles({ roles }: { roles: readonly string[] }) {
  const { t } = useTranslation()
  const label = useId()
  return (
    <div>
      <Text id={label} size="sm" fw={600} mb={4}>
        {t('invitation.roles')}
      </Text>
      <List spacing={4} size="sm" aria-labelledby={label}>
        {known
          .filter((role) => roles.includes(role))
          .map((role) => (
            <List.Item key={role}>{t(`invitation.role.${role}`)}</List.Item>
          ))}
      </List>
    </div>
  )
}
