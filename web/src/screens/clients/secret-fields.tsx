import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const lifetimes = ['90', '180', '365', 'never'] as const
export type Lifetime = (typeof lifetimes)[number]

export interface NewSecret {
  label: string
  lifetime: Lifetime
}

export const freshSecret: NewSecret = { label: '', lifetime: '365' }

/** As the server wants it. */
export const secretBody = ({ label, lifetime }: NewSecret) => ({
  ...(label.trim() !== '' && { label: label.trim() }),
  ...(lifetime !== 'never' && { expiresInDays: Number(lifetime) }),
})

interface Props {
  value: NewSecret
  onChange: (value: NewSecret) => void
}

export function SecretFields({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('clients.label')}
        description={t('clients.labelHelp')}
        autoComplete="off"
        maxLength={100}
        value={value.label}
        onChange={({ currentTarget }) => onChange({ ...value, label: currentTarget.value })}
      />
      <Select
        label={t('clients.lifetime')}
        description={t('clients.lifetimeHelp')}
        allowDeselect={false}
        data={lifetimes.map((days) => ({ value: days, label: t(`clients.lifetimes.${days}`) }))}
        value={value.lifetime}
        onChange={(lifetime) => onChange({ ...value, lifetime: lifetime ?? 'never' })}
      />
    </>
  )
}
