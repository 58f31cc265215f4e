import { Select, Skeleton } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../ui/load-more.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { RedeliverAll } from './redeliver-all.tsx'
import { deliveriesQuery, deliveryStates, type DeliveryState } from './webhooks.queries.ts'
import classes from './webhooks.module.css'

interface Props {
  accountId: number
  endpointId: number
  mayChange: boolean
}

export function DeliveryLog(props: Props) {
  const { t } = useTranslation()
  const { state: requested } = useSearch({ from: '/account/$accountId/settings/webhooks/$endpointId' })
  const state = deliveryStates.find((one) => one === requested) ?? null
  return (
    <Panel
      title={t('webhooks.log')}
      help={t('webhooks.logHelp')}
      actions={
        <>
          {props.mayChange && <RedeliverAll accountId={props.accountId} endpointId={props.endpointId} />}
          <StateFilter state={state} />
        </>
      }
    >
      <Deliveries {...props} state={state} />
    </Panel>
  )
}

function StateFilter({ state }: { state: DeliveryState | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/account/$accountId/settings/webhooks/$endpointId' })
  const choose = (value: string | null) =>
    void navigate({ search: value === null || value === '' ? {} : { state: value }, replace: true })
  return (
    <Select
      size="xs"
      w={170}
      aria-label={t('webhooks.filter')}
      allowDeselect={false}
      data={[
        { value: '', label: t('common.all') },
        ...deliveryStates.map((value) => ({ value, label: t(`webhooks.deliveryState.${value}`) })),
      ]}
      value={state ?? ''}
      onChange={choose}
    />
  )
}

function Deliveries({ accountId, endpointId, mayChange, state }: Props & { state: DeliveryState | null }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(deliveriesQuery(accountId, endpointId, state))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('webhooks.logFailed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <Skeleton height={240} />
  const all = query.data.pages.flatMap((page) => page.content)
  if (all.length === 0) {
    return (
      <TeachingState
        icon={<IconSend size={30} stroke={1.6} />}
        title={t('webhooks.logEmpty')}
        detail={t(state === null ? 'webhooks.logEmptyDetail' : 'webhooks.logEmptyFiltered')}
      />
    )
  }
  return (
    <>
      <ul className={classes.deliveries}>
        {all.map((delivery) => (
          <DeliveryItem
            key={delivery.deliveryId}
            accountId={accountId}
            endpointId={endpointId}
            delivery={delivery}
            mayChange={mayChange}
          />
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  )
}
