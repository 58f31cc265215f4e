import { Button, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { findingReportQuery, severities } from '../../parts/findings/findings.queries.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './findings-page.module.css'
import { csvOf } from './report-csv.ts'

type Report = Answer<'reportFindings'>
type OfTheme = Report['themes'][number]
type OfCompany = Report['thirdparties'][number]

/** Findings in numbers, read when somebody wants them. */
export function FindingsReport() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.report} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('findings.report.show')}</summary>
      {isOpen && <LoadedReport />}
    </details>
  )
}

function LoadedReport() {
  const { t } = useTranslation()
  const report = useQuery(findingReportQuery(useAccountId()))
  if (report.isPending) return <Skeleton height={260} radius={12} />
  if (report.isError) {
    const retry = () => void report.refetch()
    return <ProblemAlert title={t('findings.report.failed')} error={report.error} onRetry={retry} />
  }
  return (
    <div className={classes.panels}>
      <Themes themes={report.data.themes} />
      {report.data.thirdparties.length > 0 && <Companies report={report.data} />}
    </div>
  )
}

/** What both tables count of those that are open. */
function useOpenColumns<Row extends Pick<OfTheme, 'open' | 'toVerify' | 'overdueActions'>>(): Column<Row>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return [
    ...severities.toReversed().map((severity): Column<Row> => ({
      key: severity,
      label: t(`findings.severity.${severity}`),
      align: 'end',
      render: ({ open }) => number(open[severity]),
    })),
    {
      key: 'toVerify',
      label: t('findings.report.toVerify'),
      align: 'end',
      render: ({ toVerify }) => number(toVerify),
    },
    {
      key: 'overdue',
      label: t('findings.report.overdue'),
      align: 'end',
      render: ({ overdueActions }) => number(overdueActions),
    },
  ]
}

function Themes({ themes }: Pick<Report, 'themes'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const open = useOpenColumns<OfTheme>()
  const columns: Column<OfTheme>[] = [
    {
      key: 'theme',
      label: t('findings.report.theme'),
      render: ({ theme }) => <ThemeLabel theme={theme} />,
    },
    ...open,
    {
      key: 'closed',
      label: t('findings.report.closed'),
      align: 'end',
      render: ({ closed }) => number(closed),
    },
    {
      key: 'dismissed',
      label: t('findings.report.dismissed'),
      align: 'end',
      render: ({ dismissed }) => number(dismissed),
    },
    {
      key: 'days',
      label: t('findings.report.days'),
      align: 'end',
      render: ({ averageDays }) => (averageDays === null ? null : number(averageDays)),
    },
  ]
  const save = () => {
    const head = columns.map(({ label }) => label)
    const rows = themes.map((one) => [
      t(`labels.theme.${one.theme}`),
      ...severities.toReversed().map((severity) => one.open[severity]),
      one.toVerify,
      one.overdueActions,
      one.closed,
      one.dismissed,
      one.averageDays ?? '',
    ])
    saveBlob(csvOf([head, ...rows]), 'findings-by-theme.csv')
  }
  return (
    <Panel
      title={t('findings.report.title')}
      help={t('findings.report.help')}
      actions={<SaveButton onSave={save} />}
    >
      <DataTable
        label={t('findings.report.title')}
        columns={columns}
        rows={themes}
        rowKey={({ theme }) => theme}
      />
    </Panel>
  )
}

function Companies({ report: { thirdparties, moreThirdparties } }: { report: Report }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const open = useOpenColumns<OfCompany>()
  const columns: Column<OfCompany>[] = [
    {
      key: 'company',
      label: t('findings.report.company'),
      render: ({ thirdpartyId, name }) => (
        <Link
          to="/account/$accountId/thirdparties/$thirdpartyId"
          params={{ accountId, thirdpartyId }}
          search={{ tab: 'findings' }}
          className={classes.link}
        >
          {name ?? t('portfolio.unnamed')}
        </Link>
      ),
    },
    ...open,
  ]
  const save = () => {
    const rows = thirdparties.map(({ name, open: counts, toVerify, overdueActions }) => [
      name ?? '',
      ...severities.toReversed().map((severity) => counts[severity]),
      toVerify,
      overdueActions,
    ])
    saveBlob(csvOf([columns.map(({ label }) => label), ...rows]), 'findings-by-third-party.csv')
  }
  return (
    <Panel
      title={t('findings.report.companies')}
      help={t('findings.report.companiesHelp')}
      actions={<SaveButton onSave={save} />}
    >
      <DataTable
        label={t('findings.report.companies')}
        columns={columns}
        rows={thirdparties}
        rowKey={({ thirdpartyId }) => thirdpartyId}
      />
      {moreThirdparties && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('findings.report.more', { count: thirdparties.length })}
        </Text>
      )}
    </Panel>
  )
}

function SaveButton({ onSave }: { onSave: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      onClick={onSave}
    >
      {t('findings.report.save')}
    </Button>
  )
}
