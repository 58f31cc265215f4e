import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isRole, roles, type Role } from './roles.ts'

interface Props {
  label: string
  description?: string
  value: readonly Role[]
  onChange: (value: Role[]) => void
  error?: string | null
}

/** Each role with what it lets somebody do, in a sentence. */
export function RoleChoice({ label, description, value, onChange, error }: Props) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={[...value]}
      onChange={(chosen) => onChange(chosen.filter(isRole))}
      error={error}
    >
      <Stack gap="sm" mt="sm" mb={4}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={t(`users.role.${role}.name`)}
            description={t(`users.role.${role}.detail`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
