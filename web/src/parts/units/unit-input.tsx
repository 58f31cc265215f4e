import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUnits } from './use-units.ts'

interface Props {
  accountId: number
  label: string
  description?: string | undefined
  error?: string | null
  placeholder?: string
  /** Not offered. */
  except?: ReadonlySet<number>
  value: number | null
  onChange: (unitId: number | null) => void
  autofocus?: boolean
}

/** One unit or none, found by typing any part of its path. */
export function UnitInput(props: Props) {
  const { t } = useTranslation()
  const { accountId, label, description, error, except, value, onChange } = props
  const { choices } = useUnits(accountId)
  return (
    <Select
      data-autofocus={props.autofocus || undefined}
      label={label}
      description={description}
      error={error}
      placeholder={props.placeholder ?? t('units.choose')}
      data={choices.filter((choice) => except?.has(Number(choice.value)) !== true)}
      searchable
      // A dialog that begins here would open with its list over what it says.
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      nothingFoundMessage={t('units.nothingFound')}
      maxDropdownHeight={260}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  )
}
