import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './answer.module.css'
import type { FormField } from './answer-types.ts'
import { CellInput } from './cell-input.tsx'
import { cellKey, rowsOf, withoutRow, type Values } from './form-answers.ts'

interface Props {
  field: FormField
  values: Values
  onChange: (values: Values) => void
  faultOf: (key: string) => string | null
}

/** Rows of a table, one card each: it fits a phone as well. */
export function TableInput(props: Props) {
  const { t } = useTranslation()
  const { field, values, onChange, faultOf } = props
  const { key, label, help, columns } = field
  const rows = rowsOf(field, values)
  const fault = faultOf(key)
  // A row begins to exist with its first cell.
  const add = () => onChange({ ...values, [cellKey(key, rows, columns?.[0]?.key ?? '')]: '' })
  return (
    <fieldset className={classes.table}>
      <legend className={classes.tableLegend}>{label}</legend>
      {help !== null && (
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      )}
      {Array.from({ length: rows }, (_, row) => (
        <TableRow key={row} {...props} row={row} />
      ))}
      {fault !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      {rows < (field.maxRows ?? defaultRows) && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          onClick={add}
        >
          {t('dossier.answer.addRow')}
        </Button>
      )}
    </fieldset>
  )
}

const defaultRows = 100

function TableRow({ field, values, onChange, faultOf, row }: Props & { row: number }) {
  const { t } = useTranslation()
  const { key, columns } = field
  return (
    <fieldset className={classes.tableRow} aria-label={t('dossier.answer.row', { row: row + 1 })}>
      <div className={classes.cells}>
        {columns?.map((column) => {
          const at = cellKey(key, row, column.key)
          return (
            <CellInput
              key={at}
              cell={column}
              value={values[at] ?? ''}
              fault={faultOf(at)}
              onChange={(value) => onChange({ ...values, [at]: value })}
            />
          )
        })}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('dossier.answer.removeRow', { row: row + 1 })}
        onClick={() => onChange(withoutRow(key, row, values))}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </fieldset>
  )
}
