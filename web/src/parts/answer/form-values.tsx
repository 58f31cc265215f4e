import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './form-values.module.css'
import type { Evidence, FormField } from './answer-types.ts'

type Values = NonNullable<Evidence['formdata']>
type Column = NonNullable<FormField['columns']>[number]
type Shape = Pick<Column, 'type' | 'choices'>

interface Props {
  values: Values
  fields: readonly FormField[] | null
  /** What a check tells has titles of ours, in the language of whoever reads. */
  isCheck: boolean
}

/** A filled form as one reads it: sections, questions, answers. Nothing of what was sent is left out. */
export function FormValues({ values, fields, isCheck }: Props) {
  const { t } = useTranslation()
  const titleOf = useCheckTitle()
  const byKey = new Map(values.map((value) => [value.key, value.value]))
  const known = fields ?? []
  const sections = bySection(known)
  const isKnown = ({ key }: Values[number]) => known.some((field) => key.split('.')[0] === field.key)
  const others = values.filter((value) => !isKnown(value))
  return (
    <div className={classes.paper}>
      {sections.map(([section, requested]) => (
        <section key={section} aria-label={section || t('review.form')}>
          {section !== '' && <h3 className={classes.section}>{section}</h3>}
          <dl className={classes.fields}>
            {requested.map((field) => (
              <Asked key={field.key} field={field} byKey={byKey} />
            ))}
          </dl>
        </section>
      ))}
      {others.length > 0 && (
        <dl className={classes.fields}>
          {others.map(({ key, title, value, type }) => (
            <div key={key} className={classes.field}>
              <dt>{isCheck ? titleOf(key, title) : title}</dt>
              <dd>
                <Value value={value} shape={{ type, choices: null }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

type CheckEntry = keyof Texts['checkEntries']

/** Entries of a list are called `<name>.<row>`; an unknown one keeps the title that was stored with it. */
function useCheckTitle(): (key: string, stored: string) => string {
  const { t, i18n } = useTranslation()
  return (key, stored) => {
    const [name = key] = key.split('.')
    return i18n.exists(`checkEntries.${name}`) ? t(`checkEntries.${name as CheckEntry}`) : stored
  }
}

function bySection(fields: readonly FormField[]): [section: string, fields: FormField[]][] {
  const names = [...new Set(fields.map(({ section }) => section ?? ''))]
  return names.map((name) => [name, fields.filter(({ section }) => (section ?? '') === name)])
}

function Asked({ field, byKey }: { field: FormField; byKey: ReadonlyMap<string, string> }) {
  const isTable = field.type === 'table'
  return (
    <div className={classes.field} data-wide={isTable || undefined}>
      <dt>{field.label}</dt>
      <dd>
        {isTable ? (
          <Rows field={field} byKey={byKey} />
        ) : (
          <Value value={byKey.get(field.key)} shape={field} />
        )}
      </dd>
    </div>
  )
}

/** Cells come as `<field>.<row>.<column>`. */
function Rows({ field, byKey }: { field: FormField; byKey: ReadonlyMap<string, string> }) {
  const columns = field.columns ?? []
  const rows = [...byKey.keys()]
    .filter((key) => key.startsWith(`${field.key}.`))
    .map((key) => Number(key.split('.')[1]))
  const count = rows.length === 0 ? 0 : Math.max(...rows) + 1
  if (count === 0) return <Value value={undefined} shape={field} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={field.label}>
      <table className={classes.table}>
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
          {Array.from({ length: count }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.key}>
                  <Value value={byKey.get(`${field.key}.${row}.${column.key}`)} shape={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const wireDay = /^(\d{2})\/(\d{2})\/(\d{4})$/

function Value({ value, shape }: { value: string | undefined; shape: Shape }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  if (value === undefined || value === '')
    return <span className={classes.empty}>{t('review.unanswered')}</span>
  if (shape.type === 'iban')
    return <span className={classes.code}>{value.replace(/(.{4})(?=.)/g, '$1 ')}</span>
  if (shape.type === 'boolean') return value === 'true' ? t('common.yes') : t('common.no')
  const [, dayOfMonth, month, year] = (shape.type === 'date' && wireDay.exec(value)) || []
  if (year !== undefined) return date(`${year}-${month}-${dayOfMonth}`)
  return shape.choices?.find(({ code }) => code === value)?.label ?? value
}
