import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import classes from './imports.module.css'
import { importsQuery, isUnderWay, type ImportRecord } from './imports.queries.ts'

const tones = { DONE: 'good', FAILED: 'bad', CANCELLED: 'neutral' } as const

export function PastImports({ accountId, current }: { accountId: number; current: number | undefined }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(importsQuery(accountId))
  const columns = useImportColumns(accountId)
  const rows = query.data?.pages.flatMap(({ content }) => content) ?? null
  const others = rows?.filter(({ importId }) => importId !== current) ?? null
  if (others?.length === 0) return null
  return (
    <Panel title={t('imports.past')} help={t('imports.pastHelp')}>
      <DataTable
        label={t('imports.past')}
        columns={columns}
        rows={others}
        rowKey={({ importId }) => importId}
        skeletonRows={2}
      />
      <LoadMore query={query} />
    </Panel>
  )
}

function useImportColumns(accountId: number): Column<ImportRecord>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const figure = (key: 'rows' | 'added' | 'duplicates' | 'invalid', label: string): Column<ImportRecord> => ({
    key,
    label,
    align: 'end',
    render: (record) => format.number(record[key]),
  })
  return [
    {
      key: 'when',
      label: t('imports.when'),
      render: ({ importId, createdAt }) => (
        <Link
          to="/account/$accountId/imports"
          params={{ accountId }}
          search={{ import: importId }}
          className={classes.link}
        >
          {format.moment(createdAt)}
        </Link>
      ),
    },
    {
      key: 'kind',
      label: t('imports.kind'),
      render: ({ dryRun }) => t(dryRun ? 'imports.dryRun' : 'imports.realRun'),
    },
    {
      key: 'state',
      label: t('imports.state'),
      render: (record) => {
        const { state } = record
        const tone = isUnderWay(record) ? 'info' : tones[state as keyof typeof tones]
        return <Pill tone={tone}>{t(`imports.states.${state}`)}</Pill>
      },
    },
    figure('rows', t('imports.rows')),
    figure('added', t('imports.added')),
    figure('duplicates', t('imports.known')),
    figure('invalid', t('imports.invalid')),
  ]
}
