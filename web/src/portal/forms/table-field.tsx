import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { FormField } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import type { DraftAutosave, DraftState } from './draft-autosave.ts'
import { FieldLabel } from './field-parts.tsx'
import { Field } from './field.tsx'
import { cellKey } from './form-values.ts'
import classes from './forms.module.css'

const defaultMaxRows = 100

interface Props {
  field: FormField
  autosave: DraftAutosave
  state: DraftState
}

/** Rows below one another: a table would not fit a phone. */
export function TableField({ field, autosave, state }: Props) {
  const { t } = useTexts()
  const rows = state.rows[field.key] ?? 1
  const maxRows = field.maxRows ?? defaultMaxRows
  const fault = state.faults[field.key]
  return (
    <fieldset className={classes.question} id={fieldId(field.key)} tabIndex={-1}>
      <legend className={classes.label}>
        <FieldLabel field={field} />
      </legend>
      {field.help !== null && <p className={classes.help}>{field.help}</p>}
      {Array.from({ length: rows }, (_, row) => (
        <Row key={row} field={field} row={row} autosave={autosave} state={state} />
      ))}
      {fault !== undefined && <p className={classes.error}>{fault}</p>}
      <div className={classes.rowActions}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={rows >= maxRows}
          onClick={() => autosave.addRow(field.key)}
        >
          {t.form.addRow}
        </Button>
        {rows >= maxRows && <span className={classes.help}>{t.form.rowLimit(maxRows)}</span>}
      </div>
    </fieldset>
  )
}

export const fieldId = (key: string) => `field-${key.replaceAll('.', '-')}`

function Row({ field, row, autosave, state }: Props & { row: number }) {
  const { t } = useTexts()
  const canGo = (state.rows[field.key] ?? 1) > Math.max(field.minRows ?? 0, 1)
  return (
    <fieldset className={classes.row}>
      <legend className={classes.rowLegend}>{t.form.row(row + 1)}</legend>
      <div className={classes.rowHead}>
        <span aria-hidden="true">{t.form.row(row + 1)}</span>
        {canGo && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t.form.removeRow(row + 1)}
            onClick={() => autosave.removeRow(field.key, row)}
          >
            <IconTrash size={18} stroke={1.7} aria-hidden="true" />
          </Button>
        )}
      </div>
      <div className={classes.cells}>
        {(field.columns ?? []).map((column) => {
          const key = cellKey(field.key, row, column.key)
          return (
            <Field
              key={key}
              field={column}
              id={fieldId(key)}
              value={state.values[key] ?? ''}
              fault={state.faults[key]}
              onChange={(value) => autosave.set(key, value)}
              onLeave={() => void autosave.check(key)}
              onFault={(message) => autosave.fault(key, message)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
