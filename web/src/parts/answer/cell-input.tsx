import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormColumn, FormField } from './answer-types.ts'

interface Props {
  cell: FormField | FormColumn
  value: string
  onChange: (value: string) => void
  fault: string | null
}

const longText = 300

/** One answer of a form. */
export function CellInput({ cell, value, onChange, fault }: Props) {
  const { type, label, help, required, mustBeTrue, maxLength } = cell
  const shared = {
    label,
    description: help,
    error: fault,
    required: required || mustBeTrue,
  }
  const field = {
    ...shared,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (type === 'boolean' && mustBeTrue) {
    return (
      <Checkbox
        {...shared}
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    )
  }
  if (type === 'boolean' || type === 'choice') return <Choices cell={cell} field={field} />
  if (type === 'date') return <TextInput {...field} type="date" />
  const most = maxLength === null ? {} : { maxLength }
  if (type === 'string' && (maxLength ?? 0) >= longText) {
    return <Textarea {...field} {...most} autosize minRows={2} maxRows={8} />
  }
  const mode = type === 'number' ? { inputMode: 'decimal' as const } : {}
  return <TextInput {...field} {...most} {...mode} />
}

interface ChoicesProps {
  cell: FormField | FormColumn
  field: object
}

function Choices({ cell, field }: ChoicesProps) {
  const { t } = useTranslation()
  const yesNo = [
    { value: 'true', label: t('common.yes') },
    { value: 'false', label: t('common.no') },
  ]
  const given = cell.choices?.map(({ code, label }) => ({ value: code, label })) ?? yesNo
  return <NativeSelect {...field} data={[{ value: '', label: t('dossier.answer.choose') }, ...given]} />
}
