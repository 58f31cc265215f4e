import { VisuallyHidden } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './shell.module.css'

/** Only its total is wanted. */
const waitingQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['documents', accountId, 'waiting'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/documents', { query: { statusCode: ['ONGOING'], size: 1 }, signal }),
    staleTime: 30_000,
  })

/** How many answers wait for a reviewer; nothing when none does. */
export function WaitingCount({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(waitingQuery(accountId))
  const count = data?.totalElements ?? 0
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : format.number(count)}</span>
      <VisuallyHidden>, {t('shell.waiting', { count })}</VisuallyHidden>
    </span>
  )
}
