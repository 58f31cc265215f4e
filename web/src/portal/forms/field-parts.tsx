import type { ReactNode } from 'react'
import type { FormField } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import classes from './forms.module.css'

type Cell = Omit<FormField, 'columns' | 'minRows' | 'maxRows'>

export interface FieldProps {
  field: Cell
  id: string
  value: string
  fault: string | undefined
  /** Added to what the field says of itself. */
  hint?: string | undefined
  /** That the value was read in a file and waits to be checked. */
  read?: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
  onFault: (message: string) => void
}

export function FieldLabel({ field }: { field: Cell }): ReactNode {
  const { t } = useTexts()
  if (field.required || field.requiredUnless !== null) return field.label
  return (
    <>
      {field.label} <span className={classes.optional}>({t.form.optional})</span>
    </>
  )
}

/** What every field of one line has in common. */
export function commonOf({ field, id, value, fault, hint, read, onChange }: FieldProps) {
  const description = [field.help, hint].filter(Boolean).join(' ')
  return {
    id,
    size: 'md',
    label: <FieldLabel field={field} />,
    description: descriptionOf(description, read),
    ...(read !== undefined && { 'data-read': true }),
    value,
    error: fault,
    'aria-required': field.required,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const
}

/** What a field says of itself, and below it that its value came from a file. */
export function descriptionOf(description: string, read: string | undefined): ReactNode {
  if (read === undefined) return description === '' ? null : description
  return (
    <>
      {description}
      <span className={classes.read}>{read}</span>
    </>
  )
}
