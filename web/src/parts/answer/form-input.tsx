import { Stack, Title } from '@mantine/core'
import type { FormField } from './answer-types.ts'
import classes from './answer.module.css'
import { CellInput } from './cell-input.tsx'
import type { Values } from './form-answers.ts'
import { TableInput } from './table-input.tsx'

interface Props {
  fields: readonly FormField[]
  values: Values
  onChange: (values: Values) => void
  faultOf: (key: string) => string | null
}

/** The form of a document, by its sections. */
export function FormInput(props: Props) {
  return (
    <Stack gap="lg">
      {sectionsOf(props.fields).map(({ name, fields }) => (
        <div key={name ?? ''} className={classes.section}>
          {name !== null && (
            <Title order={3} size="h5">
              {name}
            </Title>
          )}
          {fields.map((field) => (
            <OneField key={field.key} {...props} field={field} />
          ))}
        </div>
      ))}
    </Stack>
  )
}

function OneField({ field, values, onChange, faultOf }: Omit<Props, 'fields'> & { field: FormField }) {
  if (field.type === 'table') {
    return <TableInput field={field} values={values} onChange={onChange} faultOf={faultOf} />
  }
  return (
    <CellInput
      cell={field}
      value={values[field.key] ?? ''}
      fault={faultOf(field.key)}
      onChange={(value) => onChange({ ...values, [field.key]: value })}
    />
  )
}

/** Fields under their headings, in the order of the form. */
function sectionsOf(fields: readonly FormField[]): { name: string | null; fields: FormField[] }[] {
  const sections = new Map<string | null, FormField[]>()
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field])
  return [...sections].map(([name, own]) => ({ name, fields: own }))
}
