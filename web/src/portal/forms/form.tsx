import { Fragment } from 'react'
import type { FormField } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import type { DraftAutosave, DraftState } from './draft-autosave.ts'
import { Field } from './field.tsx'
import classes from './forms.module.css'
import { fieldId, TableField } from './table-field.tsx'

/** All questions of a request, under the headings the catalogue gives them. */
export function Form({ autosave, state }: { autosave: DraftAutosave; state: DraftState }) {
  const { fields } = autosave
  return (
    <div className={classes.form}>
      {fields.map((field, index) => (
        <Fragment key={field.key}>
          {field.section !== null && field.section !== fields[index - 1]?.section && (
            <h3 className={classes.section}>{field.section}</h3>
          )}
          <Question field={field} autosave={autosave} state={state} />
        </Fragment>
      ))}
    </div>
  )
}

function Question({
  field,
  autosave,
  state,
}: {
  field: FormField
  autosave: DraftAutosave
  state: DraftState
}) {
  const { t } = useTexts()
  if (field.type === 'table') return <TableField field={field} autosave={autosave} state={state} />
  const { key, requiredUnless } = field
  const other = autosave.fields.find((one) => one.key === requiredUnless)
  const page = state.read[key]
  return (
    <Field
      field={field}
      id={fieldId(key)}
      value={state.values[key] ?? ''}
      fault={state.faults[key]}
      hint={other === undefined ? undefined : t.form.unlessOther(other.label)}
      read={page === undefined ? undefined : t.reading.fromFile(page)}
      onChange={(value) => autosave.set(key, value)}
      onLeave={() => void autosave.check(key)}
      onFault={(message) => autosave.fault(key, message)}
    />
  )
}
