import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  alertKinds,
  channels,
  isOwn,
  rowReaches,
  type AlertKind,
  type Row,
  type Wishes,
} from '../../parts/alerts/wishes.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import classes from './alert-settings.module.css'

interface Props {
  rows: Wishes['rows']
  onChange: (rows: Wishes['rows']) => void
}

const ways = ['OFF', ...channels] as const

/** One line for each kind of news: how it is told, and of whom. */
export function KindTable({ rows, onChange }: Props) {
  const { t } = useTranslation()
  const put = (kind: AlertKind, change: Partial<Row>) =>
    onChange({ ...rows, [kind]: { ...rows[kind], ...change } })
  const columns: Column<AlertKind>[] = [
    {
      key: 'kind',
      label: t('alerts.what'),
      render: (kind) => (
        <span className={classes.kind}>
          <span>{t(`alerts.kind.${kind}`)}</span>
          <span className={classes.help}>{t(`alerts.kindHelp.${kind}`)}</span>
        </span>
      ),
    },
    {
      key: 'how',
      label: t('alerts.how'),
      render: (kind) => (
        <NativeSelect
          className={classes.select}
          aria-label={t('alerts.howOf', { kind: t(`alerts.kind.${kind}`) })}
          data={ways.map((value) => ({ value, label: t(`alerts.channel.${value}`) }))}
          value={rows[kind].channel}
          onChange={(event) => put(kind, { channel: event.currentTarget.value as Row['channel'] })}
        />
      ),
    },
    {
      key: 'which',
      label: t('alerts.which'),
      render: (kind) => <ReachCell kind={kind} row={rows[kind]} put={(reach) => put(kind, { reach })} />,
    },
  ]
  return (
    <DataTable label={t('alerts.kindsTitle')} columns={columns} rows={alertKinds} rowKey={(kind) => kind} />
  )
}

interface CellProps {
  kind: AlertKind
  row: Row
  put: (reach: Row['reach']) => void
}

function ReachCell({ kind, row, put }: CellProps) {
  const { t } = useTranslation()
  if (isOwn(kind)) return <span className={classes.own}>{t('alerts.own')}</span>
  return (
    <NativeSelect
      className={classes.select}
      aria-label={t('alerts.whichOf', { kind: t(`alerts.kind.${kind}`) })}
      disabled={row.channel === 'OFF'}
      data={rowReaches.map((value) => ({ value, label: t(`alerts.reach.${value}`) }))}
      value={row.reach}
      onChange={(event) => put(event.currentTarget.value as Row['reach'])}
    />
  )
}
