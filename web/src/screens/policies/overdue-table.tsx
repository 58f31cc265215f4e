import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dossierTypesQuery } from '../../parts/catalogue/catalogue.queries.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { OverdueDialog } from './overdue-dialog.tsx'
import classes from './policies.module.css'
import type { LateType, OverduePolicy } from './policies.queries.ts'

interface Props {
  accountId: number
  policies: readonly OverduePolicy[]
  mayChange: boolean
}

/** Each type of dossier with what being late leads to. */
export function OverdueTable({ accountId, policies, mayChange }: Props) {
  const { t } = useTranslation()
  const [changing, setChanging] = useState<LateType | null>(null)
  const types = useLateTypes(accountId, policies)
  if (types?.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('policies.lateNone')}
      </Text>
    )
  }
  const columns: Column<LateType>[] = [
    { key: 'type', label: t('policies.type'), render: ({ name }) => name },
    { key: 'follows', label: t('policies.follows'), render: ({ policy }) => <Follows policy={policy} /> },
  ]
  const change: Column<LateType> = {
    key: 'change',
    label: t('common.actions'),
    hideLabel: true,
    align: 'end',
    render: (type) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('policies.changeOf', { name: type.name })}
        onClick={() => setChanging(type)}
      >
        {t('common.change')}
      </Button>
    ),
  }
  return (
    <>
      <DataTable
        label={t('policies.late')}
        columns={mayChange ? [...columns, change] : columns}
        rows={types}
        rowKey={({ policy }) => policy.dossierTypeCode}
        skeletonRows={4}
      />
      {changing !== null && (
        <OverdueDialog accountId={accountId} type={changing} onClose={() => setChanging(null)} />
      )}
    </>
  )
}

/** Null while they are on their way. */
function useLateTypes(accountId: number, policies: readonly OverduePolicy[]): LateType[] | null {
  const { i18n } = useTranslation()
  const { data } = useQuery(dossierTypesQuery(accountId))
  if (data === undefined) return null
  return data
    .filter(
      ({ version, archived, code }) =>
        version !== null && (!archived || policies.some((one) => one.dossierTypeCode === code)),
    )
    .map(({ code, label }) => ({
      name: label[i18n.language as keyof typeof label],
      policy: policies.find((one) => one.dossierTypeCode === code) ?? {
        dossierTypeCode: code,
        actionDays: null,
        escalationDays: null,
        capRating: null,
      },
    }))
}

function Follows({ policy: { actionDays, escalationDays, capRating } }: { policy: OverduePolicy }) {
  const { t } = useTranslation()
  if (actionDays === null && escalationDays === null)
    return <span className={classes.nothing}>{t('policies.nothingFollows')}</span>
  return (
    <span className={classes.follows}>
      {actionDays !== null && <span>{t('policies.actionAfter', { count: actionDays })}</span>}
      {capRating !== null && <span>{t('policies.cappedAt', { value: capRating })}</span>}
      {escalationDays !== null && <span>{t('policies.escalatedAfter', { count: escalationDays })}</span>}
    </span>
  )
}
