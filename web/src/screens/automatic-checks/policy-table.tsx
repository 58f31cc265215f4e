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
  const [isWhole, setWhole] = useState(false)
  const columns = useColumns(counts, mayChange ? setChanging : null)
  const isCounted = ({ documentTypeCode }: CheckPolicy) =>
    counts?.some((one) => one.documentTypeCode === documentTypeCode) === true
  // Of the others only forms are ever decided alone, so they wait behind a button.
  const isFirst = (policy: CheckPolicy) =>
    policy.isRead || !policy.mayAccept || policy.isSet || isCounted(policy)
  const shown = isWhole ? policies : (policies?.filter(isFirst) ?? null)
  const hidden = (policies?.length ?? 0) - (shown?.length ?? 0)
  return (
    <>
      <DataTable
        label={t('automaticChecks.byType')}
        columns={columns}
        rows={shown}
        rowKey={({ documentTypeCode }) => documentTypeCode}
      />
      {hidden > 0 && (
        <Button variant="subtle" mt="sm" className={classes.others} onClick={() => setWhole(true)}>
          {t('automaticChecks.others', { count: hidden })}
        </Button>
      )}
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

function useColumns(counts: Props['counts'], onChange: ((policy: CheckPolicy) => void) | null) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const type: Column<CheckPolicy> = {
    key: 'type',
    label: t('automaticChecks.type'),
    render: (policy) => <span className={classes.name}>{nameOf(policy)}</span>,
  }
  const accept: Column<CheckPolicy> = {
    key: 'accept',
    label: t('automaticChecks.accept'),
    render: (policy) => <Accepts policy={policy} />,
  }
  const sendBack: Column<CheckPolicy> = {
    key: 'sendBack',
    label: t('automaticChecks.sendBack'),
    render: (policy) => <YesOrNo value={policy.sendBack} />,
  }
  const figures: Column<CheckPolicy> = {
    key: 'figures',
    label: t('automaticChecks.lastYear'),
    render: ({ documentTypeCode: code }) => (
      <Figures counts={counts?.find(({ documentTypeCode }) => documentTypeCode === code)} />
    ),
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
        onClick={() => onChange?.(policy)}
      >
        {t('common.change')}
      </Button>
    ),
  }
  const figured = counts === null ? [] : [figures]
  return [type, accept, sendBack, ...figured, ...(onChange === null ? [] : [change])]
}

function useNameOf() {
  const { i18n } = useTranslation()
  return ({ name }: CheckPolicy) => name[i18n.language as keyof typeof name]
}

function YesOrNo({ value }: { value: boolean }) {
  const { t } = useTranslation()
  return <Pill tone={value ? 'good' : 'neutral'}>{t(value ? 'common.yes' : 'common.no')}</Pill>
}

function Accepts({
  policy: { accept, acceptScans, mayAccept, sampleShare, isRead },
}: {
  policy: CheckPolicy
}) {
  const { t } = useTranslation()
  if (!mayAccept) return <span className={classes.nothing}>{t('automaticChecks.never')}</span>
  return (
    <div className={classes.cell}>
      <YesOrNo value={accept} />
      {accept && sampleShare > 0 && (
        <span className={classes.detail}>{t('automaticChecks.samples', { share: sampleShare })}</span>
      )}
      {accept && acceptScans && <span className={classes.detail}>{t('automaticChecks.scansToo')}</span>}
      {accept && !isRead && <span className={classes.detail}>{t('automaticChecks.formsOnly')}</span>}
    </div>
  )
}

function Figures({ counts }: { counts: CheckCounts | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (counts === undefined) return <span className={classes.nothing}>{t('automaticChecks.noneOfType')}</span>
  const { checked, shareAlone, sampled, disagreed } = counts
  const share = format.percent((shareAlone ?? 0) / 100)
  const samples = { disagreed: format.number(disagreed), sampled: format.number(sampled) }
  return (
    <div className={classes.cell}>
      {t('automaticChecks.aloneOf', { share, checked: format.number(checked) })}
      {sampled > 0 && <span className={classes.detail}>{t('automaticChecks.wrongOf', samples)}</span>}
    </div>
  )
}
