import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UnitInput } from '../../parts/units/unit-input.tsx'
import { idsBeneath } from '../../parts/units/unit-tree.ts'
import { useUnits } from '../../parts/units/use-units.ts'

export function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      data-autofocus
      label={t('units.name')}
      placeholder={t('units.nameExample')}
      maxLength={100}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface PlaceProps {
  accountId: number
  label: string
  description?: string
  /** What goes there, which cannot go beneath itself. */
  moving: number | null
  placeholder: string
  value: number | null
  onChange: (unitId: number | null) => void
  autofocus?: boolean
}

/** A place in the tree; none is the top. */
export function PlaceInput({ moving, ...props }: PlaceProps) {
  const { branches } = useUnits(props.accountId)
  return <UnitInput {...props} except={moving === null ? new Set() : idsBeneath(branches, moving)} />
}
