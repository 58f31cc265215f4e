import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import classes from './automatic-checks.module.css'
import type { CheckCounts, CheckPolicy } from './automatic-checks.queries.ts'
import { PolicyDialog } from './policy-dialog.tsx'

interface Props {
  accountId: number
  /** Null while they are on their way. */
  policies: readonly CheckPolicy[] | null
  /** Null where they are not known, or not to be seen. */
  counts: readonly (CheckCounts & { documentTypeCode: string })[] | null
  mayChange: boolean
}

/** Each document type with what the checks may decide, and what they decided. */
export function PolicyTable({ accountId, policies, counts, mayChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const [changing, setChanging] = useState<CheckPolicy | null>(null)
  const countsOf = (policy: CheckPolicy) =>
    counts?.find(({ documentTypeCode }) => documentTypeCode === policy.documentTypeCode)
  const columns: Column<CheckPolicy>[] = [
    {
      key: 'type',
      label: t('automaticChecks.type'),
      render: (policy) => <span className={classes.name}>{nameOf(policy)}</span>,
    },
    { key: 'accept', label: t('automaticChecks.accept'), render: (policy) => <Accepts policy={policy} /> },
    {
      key: 'sendBack',
      label: t('automaticChecks.sendBack'),
      render: ({ sendBack }) => (
        <Pill tone={sendBack ? 'good' : 'neutral'}>{t(sendBack ? 'common.yes' : 'common.no')}</Pill>
      ),
    },
  ]
  const figures: Column<CheckPolicy> = {
    key: 'figures',
    label: t('automaticChecks.lastYear'),
    render: (policy) => <Figures counts={countsOf(policy)} />,
  }
  const change: Column<CheckPolicy> = {
    key: 'change',
    label: t('common.actions'),
    hideLabel: true,
    align: 'end',
    render: (policy) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('automaticChecks.changeOf', { name: nameOf(policy) })}
        onClick={() => setChanging(policy)}
      >
        {t('common.change')}
      </Button>
    ),
  }
  return (
    <>
      <DataTable
        label={t('automaticChecks.byType')}
        columns={[...columns, ...(counts === null ? [] : [figures]), ...(mayChange ? [change] : [])]}
        rows={policies}
        rowKey={({ documentTypeCode }) => documentTypeCode}
      />
      {changing !== null && (
        <PolicyDialog
          accountId={accountId}
          policy={changing}
          name={nameOf(changing)}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  )
}

function useNameOf() {
  const { i18n } = useTranslation()
  return ({ name }: CheckPolicy) => name[i18n.language as keyof typeof name]
}

function Accepts({ policy: { accept, mayAccept, sampleShare, isRead } }: { policy: CheckPolicy }) {
  const { t } = useTranslation()
  if (!mayAccept) return <span className={classes.nothing}>{t('automaticChecks.never')}</span>
  return (
    <>
      <Pill tone={accept ? 'good' : 'neutral'}>{t(accept ? 'common.yes' : 'common.no')}</Pill>
      {accept && sampleShare > 0 && (
        <span className={classes.detail}>{t('automaticChecks.samples', { share: sampleShare })}</span>
      )}
      {accept && !isRead && <span className={classes.detail}>{t('automaticChecks.formsOnly')}</span>}
    </>
  )
}

function Figures({ counts }: { counts: CheckCounts | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (counts === undefined) return <span className={classes.nothing}>{t('common.none')}</span>
  const { checked, shareAlone, sampled, disagreed } = counts
  const share = format.percent((shareAlone ?? 0) / 100)
  return (
    <>
      {t('automaticChecks.aloneOf', { share, checked: format.number(checked) })}
      {sampled > 0 && (
        <span className={classes.detail}>
          {t('automaticChecks.wrongOf', {
            disagreed: format.number(disagreed),
            sampled: format.number(sampled),
          })}
        </span>
      )}
    </>
  )
}
