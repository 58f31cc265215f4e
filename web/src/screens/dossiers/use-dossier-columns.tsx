import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../api/index.ts'
import { Completion } from '../../parts/answer/completion.tsx'
import { DayLeft } from '../../parts/answer/day-left.tsx'
import { useToday } from '../../parts/answer/use-today.ts'
import { OwnerCell } from '../../parts/owners/owner-cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DossierStatusPill } from '../../ui/status-pills.tsx'
import classes from './dossiers.module.css'

type DossierRow = Row<'listDossiers'>

export function useDossierColumns(accountId: number): Column<DossierRow>[] {
  const { t } = useTranslation()
  const today = useToday(accountId)
  return [
    {
      key: 'dossier',
      label: t('dossier.list.dossier'),
      render: (row) => <Name row={row} accountId={accountId} />,
    },
    {
      key: 'company',
      label: t('dossier.list.company'),
      render: (row) => <Company row={row} accountId={accountId} />,
    },
    {
      key: 'status',
      label: t('dossier.list.status'),
      sortKey: 'status',
      render: ({ statusCode, statusReason }) => (
        <span className={classes.status}>
          <DossierStatusPill status={statusCode} />
          {statusCode !== 'VALID' && (
            <span className={classes.quiet}>{t(`dossier.reason.${statusReason}`)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'owner',
      label: t('owners.owner'),
      width: '120px',
      render: ({ owner, ownedBy }) => (owner ? <OwnerCell owner={owner} by={ownedBy} /> : null),
    },
    {
      key: 'completion',
      label: t('dossier.list.completion'),
      width: '130px',
      render: ({ completion }) => <Completion {...completion} />,
    },
    {
      key: 'due',
      label: t('dossier.list.due'),
      sortKey: 'dueDate',
      render: ({ dueDate, statusCode, archived }) =>
        dueDate === null ? null : (
          <DayLeft day={dueDate} today={today} kind="due" resolved={archived || statusCode === 'VALID'} />
        ),
    },
    {
      key: 'expires',
      label: t('dossier.list.expires'),
      sortKey: 'expirationDate',
      render: ({ expirationDate, archived }) =>
        expirationDate === null ? null : (
          <DayLeft day={expirationDate} today={today} kind="expiry" resolved={archived} />
        ),
    },
  ]
}

interface CellProps {
  row: DossierRow
  accountId: number
}

function Name({ row, accountId }: CellProps) {
  const { dossierId, type, reference } = row
  return (
    <span className={classes.name}>
      <Link
        to="/account/$accountId/dossiers/$dossierId"
        params={{ accountId, dossierId }}
        className={classes.link}
      >
        {type.label}
      </Link>
      {reference !== null && <span className={classes.quiet}>{reference}</span>}
    </span>
  )
}

function Company({ row, accountId }: CellProps) {
  const { t } = useTranslation()
  const { thirdpartyId, thirdpartyName } = row
  return (
    <Link
      to="/account/$accountId/thirdparties/$thirdpartyId"
      params={{ accountId, thirdpartyId }}
      className={classes.link}
    >
      {thirdpartyName ?? t('portfolio.unnamed')}
    </Link>
  )
}
