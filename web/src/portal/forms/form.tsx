import { Fragment } from 'react'
import type { FormField } from '../portal-api.ts'
import { useWords } from '../words.tsx'
import type { DraftKeeper, DraftState } from './draft-keeper.ts'
import { Field } from './field.tsx'
import classes from './forms.module.css'
import { fieldId, TableField } from './table-field.tsx'

/** All questions of a request, under the headings the catalogue gives them. */
export function Form({ keeper, state }: { keeper: DraftKeeper; state: DraftState }) {
  const { fields } = keeper
  return (
    <div className={classes.form}>
      {fields.map((field, index) => (
        <Fragment key={field.key}>
          {field.section !== null && field.section !== fields[index - 1]?.section && (
            <h3 className={classes.section}>{field.section}</h3>
          )}
          <Question field={field} keeper={keeper} state={state} />
        </Fragment>
      ))}
    </div>
  )
}

function Question({ field, keeper, state }: { field: FormField; keeper: DraftKeeper; state: DraftState }) {
  const { t } = useWords()
  if (field.type === 'table') return <TableField field={field} keeper={keeper} state={state} />
  const { key, requiredUnless } = field
  const other = keeper.fields.find((one) => one.key === requiredUnless)
  return (
    <Field
      field={field}
      id={fieldId(key)}
      value={state.values[key] ?? ''}
      fault={state.faults[key]}
      hint={other === undefined ? undefined : t.form.unlessOther(other.label)}
      onChange={(value) => keeper.set(key, value)}
      onLeave={() => void keeper.check(key)}
      onFault={(message) => keeper.fault(key, message)}
    />
  )
}
