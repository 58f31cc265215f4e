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
      render: ({ name, code }) => (
        <UnstyledButton className={classes.open} onClick={() => onOpen(code)}>
          {name[language]}
          <span className={classes.code}>{code}</span>
        </UnstyledButton>
      ),
    },
    { key: 'theme', label: t('catalogue.theme'), render: ({ theme }) => <ThemeLabel theme={theme} /> },
    { key: 'kind', label: t('catalogue.kind'), render: ({ kind }) => t(`catalogue.kinds.${kind}`) },
    {
      key: 'state',
      label: t('catalogue.state'),
      render: (row) => <TypeState row={row} />,
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

export function TypeState({
  row,
}: {
  row: { archived: boolean; asShipped: boolean; newerShipped: boolean }
}) {
  const { t } = useTranslation()
  if (row.archived) return <Pill tone="neutral">{t('catalogue.archived')}</Pill>
  if (row.newerShipped) return <Pill tone="info">{t('catalogue.newerShipped')}</Pill>
  return (
    <Pill tone={row.asShipped ? 'good' : 'warning'}>
      {row.asShipped ? t('catalogue.asShipped') : t('catalogue.own')}
    </Pill>
  )
}
