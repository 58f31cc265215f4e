import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTyped, type AttributeValue } from '../../parts/attributes/attribute-value.ts'
import type { AttributeDefinition } from './portfolio.queries.ts'

interface Props {
  definition: AttributeDefinition
  label: string
  description?: string
  /** Undefined while what is typed is no value of the type. */
  onChange: (value: AttributeValue | undefined) => void
}

/** A field of a form for a value of the attribute's type. */
export function AttributeInput({ definition, label, description, onChange }: Props) {
  const { t } = useTranslation()
  const { type, options } = definition
  const common = { label, ...(description !== undefined && { description }) }
  if (type === 'list_multiple')
    return <MultiSelect {...common} data={options} searchable clearable onChange={onChange} />
  if (type === 'list_unique') {
    return <Select {...common} data={options} searchable={options.length > 8} clearable onChange={onChange} />
  }
  if (type === 'boolean') {
    return (
      <Select
        {...common}
        data={[
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        clearable
        onChange={(chosen) => onChange(chosen === null ? null : chosen === 'true')}
      />
    )
  }
  return <Typed {...common} type={type} onChange={onChange} />
}

interface TypedProps extends Omit<Props, 'definition'> {
  type: AttributeDefinition['type']
}

function Typed({ type, onChange, ...common }: TypedProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const read = readTyped(type, typed)
  function take(text: string) {
    setTyped(text)
    const next = readTyped(type, text)
    onChange('value' in next ? next.value : undefined)
  }
  return (
    <TextInput
      {...common}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'decimal' || type === 'percentage' ? 'decimal' : undefined}
      rightSection={type === 'percentage' ? '%' : undefined}
      maxLength={1_000}
      value={typed}
      error={'fault' in read ? t(read.fault) : undefined}
      onChange={(event) => take(event.currentTarget.value)}
    />
  )
}
