import { VisuallyHidden } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './shell.module.css'

/** Only its total is wanted. */
const waitingQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['documents', accountId, 'waiting'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/documents', { query: { statusCode: ['ONGOING'], size: 1 }, signal }),
    staleTime: 30_000,
  })

const waitingHitsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['screening-hits', accountId, 'waiting'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/screening/hits', {
        query: { state: ['OPEN', 'UNCLEAR', 'PROPOSED'], size: 1 },
        signal,
      }),
    staleTime: 30_000,
  })

/** How many answers wait for a reviewer. */
export function WaitingAnswers({ accountId }: { accountId: number }) {
  const { data } = useQuery(waitingQuery(accountId))
  return <WaitingCount count={data?.totalElements ?? 0} />
}

/** How many hits wait for a decision, for whoever makes one. */
export function WaitingHits({ accountId }: { accountId: number }) {
  const { decide } = useRights(accountId)
  const { data } = useQuery({ ...waitingHitsQuery(accountId), enabled: decide })
  return <WaitingCount count={data?.totalElements ?? 0} />
}

/** Nothing when none waits. */
function WaitingCount({ count }: { count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : format.number(count)}</span>
      <VisuallyHidden>, {t('shell.waiting', { count })}</VisuallyHidden>
    </span>
  )
}
