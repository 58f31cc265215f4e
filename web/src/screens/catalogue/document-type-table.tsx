import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import type { DocumentTypeRow } from './catalogue.queries.ts'
import classes from './catalogue.module.css'

interface Props {
  rows: DocumentTypeRow[] | null
  onOpen: (code: string) => void
}

export function DocumentTypeTable({ rows, onOpen }: Props) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const columns: Column<DocumentTypeRow>[] = [
    {
      key: 'name',
      label: t('catalogue.name'),
      render: (row) => (
        <div className={classes.named}>
          <UnstyledButton className={classes.open} onClick={() => onOpen(row.code)}>
            {row.name[language]}
            <span className={classes.code}>{row.code}</span>
          </UnstyledButton>
          <TypeMark row={row} />
        </div>
      ),
    },
    { key: 'theme', label: t('catalogue.theme'), render: ({ theme }) => <ThemeLabel theme={theme} /> },
    {
      key: 'kind',
      label: t('catalogue.kind'),
      render: ({ kind, answeredBy }) => (
        <>
          {t(`catalogue.kinds.${kind}`)}
          {answeredBy === 'ACCOUNT' && <div className={classes.dim}>{t('labels.internal')}</div>}
        </>
      ),
    },
  ]
  return (
    <DataTable
      label={t('catalogue.documentTypes')}
      columns={columns}
      rows={rows}
      rowKey={({ code }) => code}
    />
  )
}

interface Origin {
  archived: boolean
  asShipped: boolean
  newerShipped: boolean
}

/** In a list, where nearly all are as delivered, only what differs is worth a word. */
export function TypeMark({ row }: { row: Origin }) {
  const isOrdinary = row.asShipped && !row.archived && !row.newerShipped
  return isOrdinary ? null : <TypeState row={row} />
}

export function TypeState({ row }: { row: Origin }) {
  const { t } = useTranslation()
  if (row.archived) return <Pill tone="neutral">{t('catalogue.archived')}</Pill>
  if (row.newerShipped) return <Pill tone="info">{t('catalogue.newerShipped')}</Pill>
  return (
    <Pill tone={row.asShipped ? 'good' : 'warning'}>
      {row.asShipped ? t('catalogue.asShipped') : t('catalogue.own')}
    </Pill>
  )
}
