import { Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readTyped } from '../../../parts/attributes/attribute-value.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { AttributeDefinition } from '../portfolio.queries.ts'

interface Props {
  definition: AttributeDefinition
  portfolio: Portfolio
}

/** By the type of the attribute: a choice, a range, or a text as it stands. */
export function AttributeFilter({ definition, portfolio }: Props) {
  const { t } = useTranslation()
  const { code, label, type, options } = definition
  const name = `attribute.${code}`
  if (type === 'string')
    return <Typed name={name} label={label} definition={definition} portfolio={portfolio} />
  if (type === 'date' || type === 'decimal' || type === 'percentage') {
    return (
      <Group grow align="flex-end" gap="xs">
        <Typed
          name={`${name}.min`}
          label={t('portfolio.filter.from', { label })}
          definition={definition}
          portfolio={portfolio}
        />
        <Typed
          name={`${name}.max`}
          label={t('portfolio.filter.to')}
          spoken={t('portfolio.filter.toOf', { label })}
          definition={definition}
          portfolio={portfolio}
        />
      </Group>
    )
  }
  const data =
    type === 'boolean'
      ? [
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]
      : options
  return (
    <Select
      label={label}
      placeholder={t('common.all')}
      data={data}
      searchable={data.length > 8}
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      value={portfolio.search[name] ?? null}
      onChange={(value) => portfolio.change({ [name]: value })}
    />
  )
}

interface TypedProps extends Props {
  name: string
  label: string
  /** Where the label alone does not say what it is about. */
  spoken?: string
}

/** Counts once it is left or Enter is pressed: half a number is no filter. */
function Typed({ name, label, spoken, definition, portfolio }: TypedProps) {
  const { type } = definition
  const value = portfolio.search[name] ?? ''
  function commit(typed: string) {
    const read = readTyped(type, typed)
    const wanted = 'value' in read && read.value !== null ? String(read.value) : null
    if ((wanted ?? '') !== value) portfolio.change({ [name]: wanted })
  }
  return (
    <TextInput
      key={`${name} ${value}`}
      label={label}
      aria-label={spoken}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'decimal' || type === 'percentage' ? 'decimal' : undefined}
      defaultValue={value}
      maxLength={1_000}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
    />
  )
}
