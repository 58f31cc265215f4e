import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { SkeletonBar, LoadingMessage } from '../parts/skeleton.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Me } from '../portal-api.ts'
import { actionsQuery, requestsQuery } from '../queries.ts'
import { useTexts } from '../texts.tsx'
import { groupOf, groups, inOrder, type Group, type ListedRequest } from './grouping.ts'
import classes from './home.module.css'
import { RequestCard } from './request-card.tsx'
import { Welcome } from './welcome.tsx'

// Few companies have something to put right: the others do not load how it is shown.
const Actions = lazy(async () => ({ default: (await import('../actions/actions.tsx')).Actions }))

/** What is asked, sorted by what to do about it; what is to be put right comes first. */
export function Home({ me }: { me: Me }) {
  const { t } = useTexts()
  const { data, error, refetch } = useQuery(requestsQuery)
  if (data === undefined && error !== null) {
    return <Problem title={t.common.loadFailed} error={error} onRetry={() => void refetch()} />
  }
  const all = data === undefined ? [] : inOrder(data)
  return (
    <div className={classes.home} aria-busy={data === undefined}>
      <Welcome me={me} requests={data} />
      {data === undefined ? (
        <Skeleton />
      ) : (
        <div className={classes.groups}>
          <ToPutRight />
          {groups.map((group) => (
            <RequestGroup
              key={group}
              group={group}
              requests={all.filter((request) => groupOf(request) === group)}
              manyDossiers={data.dossiers.length > 1}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Nothing of it shows while it loads, or should it not load: what is asked does not wait for it. */
function ToPutRight() {
  const { data } = useQuery(actionsQuery)
  if (data === undefined || data.actions.length === 0) return null
  return (
    <Suspense>
      <Actions data={data} />
    </Suspense>
  )
}

interface GroupProps {
  group: Group
  requests: ListedRequest[]
  manyDossiers: boolean
}

function RequestGroup({ group, requests, manyDossiers }: GroupProps) {
  const { t } = useTexts()
  if (requests.length === 0) return null
  const id = `group-${group}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.groupTitle}>
        {t.home.groups[group]} <span className={classes.count}>{requests.length}</span>
      </h2>
      <ul className={classes.cards}>
        {requests.map((request) => (
          <li key={request.documentId}>
            <RequestCard request={request} group={group} showDossier={manyDossiers} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Skeleton() {
  return (
    <div className={classes.waiting}>
      <LoadingMessage />
      <SkeletonBar width={120} height={22} />
      <div className={classes.cards}>
        {[0, 1, 2, 3].map((row) => (
          <SkeletonBar key={row} height={92} />
        ))}
      </div>
    </div>
  )
}
