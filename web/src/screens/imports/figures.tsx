import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import classes from './imports.module.css'
import type { ImportRecord } from './imports.queries.ts'

export function Figures({ record }: { record: ImportRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { rows, added, duplicates, updated, unchanged, invalid, pending, dryRun, onDuplicate } = record
  const changes = [
    [t(dryRun ? 'imports.wouldUpdate' : 'imports.updated'), updated],
    [t('imports.unchanged'), unchanged],
  ] as const
  const figures = [
    [t('imports.rows'), rows],
    [t(dryRun ? 'imports.wouldAdd' : 'imports.added'), added],
    ...(onDuplicate === 'update' ? changes : []),
    [t('imports.known'), duplicates],
    [t('imports.invalid'), invalid],
    ...(pending > 0 ? [[t('imports.pending'), pending] as const] : []),
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
