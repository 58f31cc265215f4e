import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { FindingStatePill, SeverityPill } from './finding-pills.tsx'
import classes from './findings.module.css'
import type { FindingRow } from './findings.queries.ts'
import { SourceText } from './source-text.tsx'

interface Options {
  onShow: (findingId: number) => void
  withCompany: boolean
}

/** Of a list of findings, of one company or of all. */
export function useFindingColumns({ onShow, withCompany }: Options): Column<FindingRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<FindingRow>[] = [
    {
      key: 'title',
      label: t('findings.column.title'),
      render: ({ findingId, title }) => (
        <UnstyledButton className={classes.open} onClick={() => onShow(findingId)}>
          {title}
        </UnstyledButton>
      ),
    },
    {
      key: 'company',
      label: t('findings.column.company'),
      render: (row) => <CompanyLink finding={row} />,
    },
    {
      key: 'severity',
      label: t('findings.column.severity'),
      render: ({ severity }) => <SeverityPill severity={severity} />,
    },
    {
      key: 'theme',
      label: t('findings.column.theme'),
      render: ({ theme }) => <ThemeLabel theme={theme} />,
    },
    {
      key: 'state',
      label: t('findings.column.state'),
      render: ({ state }) => <FindingStatePill state={state} />,
    },
    {
      key: 'due',
      label: t('findings.column.due'),
      render: ({ nextDueOn, overdue }) =>
        nextDueOn === null ? null : (
          <span className={classes.due}>
            {format.date(nextDueOn)}
            {overdue && <span className={classes.late}>{t('findings.late')}</span>}
          </span>
        ),
    },
    {
      key: 'source',
      label: t('findings.column.source'),
      render: (row) => <SourceText finding={row} />,
    },
  ]
  return columns.filter(({ key }) => key !== (withCompany ? 'source' : 'company'))
}

function CompanyLink({ finding: { thirdpartyId, thirdpartyName } }: { finding: FindingRow }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <Link
      to="/account/$accountId/thirdparties/$thirdpartyId"
      params={{ accountId, thirdpartyId }}
      search={{ tab: 'findings' }}
      className={classes.plainLink}
    >
      {thirdpartyName ?? t('portfolio.unnamed')}
    </Link>
  )
}
