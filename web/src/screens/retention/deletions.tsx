import { Select } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../ui/load-more.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { DeletionTable } from './deletion-table.tsx'
import { deletionsQuery } from './retention.queries.ts'

const horizons = [30, 90, 180, 366]

export function Deletions({ accountId, mayHold }: { accountId: number; mayHold: boolean }) {
  const { t } = useTranslation()
  const [days, setDays] = useState(90)
  const horizon = (
    <Select
      size="xs"
      w={130}
      aria-label={t('retention.within')}
      allowDeselect={false}
      data={horizons.map((count) => ({ value: String(count), label: t('retention.days', { count }) }))}
      value={String(days)}
      onChange={(value) => setDays(Number(value ?? 90))}
    />
  )
  return (
    <Panel title={t('retention.forecast')} help={t('retention.forecastHelp')} actions={horizon}>
      <DeletionList accountId={accountId} days={days} mayHold={mayHold} />
    </Panel>
  )
}

function DeletionList(props: { accountId: number; days: number; mayHold: boolean }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(deletionsQuery(props.accountId, props.days))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('retention.forecastFailed')} error={query.error} onRetry={retry} />
  }
  const all = query.data?.pages.flatMap((page) => page.content) ?? null
  if (all?.length === 0) {
    return (
      <TeachingState
        icon={<IconCalendarOff size={30} stroke={1.6} />}
        title={t('retention.emptyTitle')}
        detail={t('retention.emptyDetail')}
      />
    )
  }
  return (
    <>
      <DeletionTable accountId={props.accountId} deletions={all} mayHold={props.mayHold} />
      <LoadMore query={query} />
    </>
  )
}
