import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { useFormat } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import type { Indicator } from '../thirdparty.queries.ts'
import classes from './indicators.module.css'
import { useSourceText } from './use-source-text.ts'

type Factor = Indicator['breakdown'][number]

export function BreakdownPanel({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation()
  const columns = useColumns(indicator)
  const { breakdown } = indicator
  return (
    <Panel title={t('indicators.breakdown')} help={t('indicators.breakdownHelp')}>
      {breakdown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('indicators.noBreakdown')}
        </Text>
      ) : (
        <DataTable
          label={t('indicators.breakdown')}
          columns={columns}
          rows={breakdown}
          rowKey={(row) => `${row.factor} ${row.documentId ?? ''}`}
        />
      )}
    </Panel>
  )
}

function useColumns({ breakdown }: Indicator): Column<Factor>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const sourceText = useSourceText()
  const total = breakdown.reduce((sum, { weight }) => sum + weight, 0)
  return [
    { key: 'factor', label: t('indicators.factor'), render: ({ label }) => label },
    {
      key: 'weight',
      label: t('indicators.weight'),
      align: 'end',
      render: ({ weight }) => (total === 0 ? null : format.percent(weight / total)),
    },
    {
      key: 'value',
      label: t('indicators.value'),
      align: 'end',
      render: (row) => <FactorValue factor={row} />,
    },
    {
      key: 'source',
      label: t('indicators.source'),
      render: ({ source }) => (source === null ? null : sourceText(source)),
    },
    {
      key: 'asOf',
      label: t('indicators.sourceAsOf'),
      render: ({ asOf, stale }) =>
        asOf && (
          <span className={classes.day}>
            {format.date(asOf)}
            {stale && <Pill tone="warning">{t('indicators.stale')}</Pill>}
          </span>
        ),
    },
  ]
}

function FactorValue({ factor: { value } }: { factor: Factor }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (value === null) return <span className={classes.unknown}>{t('indicators.unknown')}</span>
  return (
    <span className={classes.measure}>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ width: `${Math.max(0, Math.min(100, value))}%` }} />
      </span>
      <span className={classes.number}>{format.number(Math.round(value))}</span>
    </span>
  )
}
