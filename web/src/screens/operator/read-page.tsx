import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import classes from './operator.module.css'

interface Props<Data> {
  name: 'overview' | 'processes' | 'accounts' | 'providers' | 'lists' | 'backups' | 'migrations' | 'settings'
  /** Besides the name, what tells this reading from others. */
  of?: number
  read: (signal: AbortSignal) => Promise<Data>
  children: (data: Data) => ReactNode
}

const refreshMs = 15_000

/** One page of the operator: its title, and what it shows once it is there. */
export function ReadPage<Data>({ name, of = 0, read, children }: Props<Data>) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['operator', name, of],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: refreshMs,
  })
  return (
    <>
      <PageHeader title={t(`operatorPlace.${name}`)} lead={t(`operatorPlace.${name}Lead`)} />
      {query.isError && (
        <ProblemAlert
          title={t('operatorPlace.loadFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton height={240} radius={12} />}
      {query.data !== undefined && <div className={classes.stack}>{children(query.data)}</div>}
    </>
  )
}
