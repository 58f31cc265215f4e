import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './units.module.css'
import { useUnits } from './use-units.ts'

interface Props {
  accountId: number
  label: string
  description?: string
  error?: string | null
  value: readonly number[]
  onChange: (unitIds: number[]) => void
  max?: number
}

/** Several units, found by typing any part of their path. */
export function UnitsInput({ accountId, label, description, error, value, onChange, max }: Props) {
  const { t } = useTranslation()
  const { choices } = useUnits(accountId)
  return (
    <MultiSelect
      classNames={{ pill: classes.chosen }}
      label={label}
      description={description}
      error={error}
      placeholder={value.length === 0 ? t('units.choose') : undefined}
      data={choices}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      nothingFoundMessage={t('units.nothingFound')}
      hidePickedOptions
      {...(max !== undefined && { maxValues: max })}
      maxDropdownHeight={260}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  )
}
