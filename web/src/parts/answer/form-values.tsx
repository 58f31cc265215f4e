import { ScrollArea } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import type { Evidence, FormColumn, FormField } from './answer-types.ts'
import classes from './answer.module.css'
import { cellKey, dayToInput } from './form-answers.ts'

type Entry = NonNullable<Evidence['formdata']>[number]

interface Props {
  fields: readonly FormField[]
  entries: readonly Entry[]
}

/** The answers of a form, as they read on paper: by section, tables as tables. */
export function FormValues({ fields, entries }: Props) {
  const show = useShown(entries)
  const known = new Set(fields.map(({ key }) => key))
  // What the form asked once and no longer does.
  const former = entries.filter(({ key }) => !known.has(key.split('.')[0] ?? ''))
  return (
    <div className={classes.values}>
      {fields.map((field, index) => {
        const isFirst = field.section !== null && field.section !== fields[index - 1]?.section
        const heading = isFirst ? <h4 className={classes.valuesTitle}>{field.section}</h4> : null
        if (field.type === 'table') {
          return (
            <div key={field.key}>
              {heading}
              <TableValues field={field} entries={entries} show={show} />
            </div>
          )
        }
        const text = show(field, field.key)
        return (
          <div key={field.key}>
            {heading}
            {text !== null && <Pair label={field.label} text={text} />}
          </div>
        )
      })}
      {former.map(({ key, title, value }) => (
        <Pair key={key} label={title} text={value} />
      ))}
    </div>
  )
}

function Pair({ label, text }: { label: string; text: string }) {
  return (
    <dl className={classes.pair}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </dl>
  )
}

type Show = (cell: FormField | FormColumn, key: string) => string | null

function useShown(entries: readonly Entry[]): Show {
  const { t } = useTranslation()
  const format = useFormat()
  const given = new Map(entries.map(({ key, value }) => [key, value]))
  return (cell, key) => {
    const value = given.get(key)
    if (value === undefined || value === '') return null
    if (cell.type === 'date') return format.date(dayToInput(value))
    return wordOf(cell, value, t)
  }
}

function wordOf(cell: FormField | FormColumn, value: string, t: TFunction): string {
  if (cell.type === 'boolean') return value === 'true' ? t('common.yes') : t('common.no')
  if (cell.type === 'iban') return value.replace(/(.{4})(?=.)/g, '$1\u00a0')
  return cell.choices?.find(({ code }) => code === value)?.label ?? value
}

function TableValues({ field, entries, show }: { field: FormField; entries: readonly Entry[]; show: Show }) {
  const places = entries
    .filter(({ key }) => key.startsWith(`${field.key}.`))
    .map(({ key }) => key.split('.')[1])
  const rows = [...new Set(places)].map(Number)
  const columns = field.columns ?? []
  if (rows.length === 0) return null
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': field.label }}>
      <table className={classes.grid}>
        <caption>{field.label}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.key}>{show(column, cellKey(field.key, row, column.key)) ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
