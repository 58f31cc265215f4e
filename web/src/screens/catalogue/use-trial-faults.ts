import { useTranslation } from 'react-i18next'
import { rowsOf, type Values } from '../../parts/answer/form-answers.ts'
import type { FormColumn, FormField } from './catalogue.queries.ts'
import { useLimitText } from './use-limit-text.ts'

const numberPattern = /^-?\d+(\.\d+)?$/

/** What the limits have to say to what is typed into the preview; the server has the last word on real answers. */
export function useTrialFaults() {
  const { t } = useTranslation()
  const limitText = useLimitText()

  function numberFault(cell: FormField | FormColumn, typed: string): string | null {
    const { min = -Infinity, max = Infinity, integer = false } = cell
    if (!numberPattern.test(typed)) return t('catalogue.trial.number')
    if (integer && typed.includes('.')) return t('catalogue.trial.whole')
    const isAllowed = Number(typed) >= min && Number(typed) <= max
    return isAllowed ? null : t('catalogue.trial.allowed', { limits: limitText(cell).join(', ') })
  }

  return (fields: readonly FormField[], key: string, values: Values): string | null => {
    const [name, , column] = key.split('.')
    const field = fields.find((one) => one.key === name)
    const cell = column === undefined ? field : field?.columns?.find((one) => one.key === column)
    if (cell === undefined) return null
    if (column === undefined && field?.type === 'table') {
      const { minRows = 0 } = field
      const rows = rowsOf(field, values)
      return rows > 0 && rows < minRows ? t('catalogue.trial.rows', { number: minRows }) : null
    }
    const typed = (values[key] ?? '').trim()
    return typed === '' || cell.type !== 'number' ? null : numberFault(cell, typed)
  }
}
