import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { relationshipHistoryQuery, type RelationshipChange } from './relationship.queries.ts'
import classes from './relationship.module.css'

/** Every decision and what reopened it, read when somebody asks. */
export function RelationshipHistory() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('relationship.history')}</summary>
      {isOpen && <Changes />}
    </details>
  )
}

function Changes() {
  const { t } = useTranslation()
  const query = useInfiniteQuery(relationshipHistoryQuery(useThirdPartyIds()))
  if (query.isPending) return <Skeleton height={60} />
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('relationship.historyFailed')} error={query.error} onRetry={retry} />
  }
  const changes = query.data.pages.flatMap(({ content }) => content)
  return (
    <>
      <ol className={classes.changes} aria-label={t('relationship.history')}>
        {changes.map((change, place) => (
          <Change
            key={change.number}
            change={change}
            // The last one of a page learns what held before it with the next page.
            before={changes[place + 1]?.state ?? (query.hasNextPage ? null : 'NONE')}
          />
        ))}
      </ol>
      <LoadMore query={query} />
    </>
  )
}

interface ChangeProps {
  change: RelationshipChange
  before: RelationshipChange['state'] | 'NONE' | null
}

function Change({ change, before }: ChangeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, cause, reason, at, by } = change
  const after = t(`relationship.state.${state}`)
  const name = by.name ?? t(by.type === 'JOB' ? 'relationship.service' : 'relationship.somebody')
  const moved =
    before === null || before === state
      ? after
      : t('relationship.moved', { before: t(`relationship.state.${before}`), after })
  return (
    <li>
      <span className={classes.state}>
        {cause === null
          ? moved
          : t('relationship.reopened', { cause: t(`relationship.cause.${cause}`), state: moved })}
      </span>
      {reason !== null && <span className={classes.reason}>{reason}</span>}
      <span className={classes.quiet}>{t('relationship.by', { date: format.moment(at), name })}</span>
    </li>
  )
}
