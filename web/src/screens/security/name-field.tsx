import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  value: string
  onChange: (name: string) => void
  focused?: boolean
}

/** How the person will know this second factor again. */
export function NameField({ value, onChange, focused = false }: Props) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('security.factorName')}
      description={t('security.factorNameHelp')}
      maxLength={100}
      autoComplete="off"
      data-autofocus={focused ? true : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
