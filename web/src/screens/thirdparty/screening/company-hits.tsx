import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { HitStatePill } from '../../../parts/screening/hit-state.tsx'
import { useListSource } from '../../../parts/screening/use-list-source.ts'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './screening-tab.module.css'
import { companyHitsQuery } from './screening-tab.queries.ts'

export function CompanyHits() {
  const { t } = useTranslation()
  const format = useFormat()
  const source = useListSource()
  const ids = useThirdPartyIds()
  const { accountId, thirdpartyId } = ids
  const query = useInfiniteQuery(companyHitsQuery(ids))
  const rows = query.data?.pages.flatMap(({ content }) => content)
  return (
    <Panel title={t('screeningRuns.hits')} help={t('screeningRuns.hitsHelp')}>
      {query.isPending && <Skeleton height={60} />}
      {query.isError && (
        <ProblemAlert
          title={t('screeningRuns.hitsFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('screeningRuns.noHits')}
        </Text>
      )}
      <ul className={classes.list}>
        {rows?.map((hit) => (
          <li key={hit.hitId} className={classes.entry}>
            <span className={classes.top}>
              <Link
                to="/account/$accountId/screening"
                params={{ accountId }}
                search={{ hit: hit.hitId, state: 'all', thirdparty: thirdpartyId }}
                className={classes.link}
              >
                {hit.subjectName} · {hit.entryName}
              </Link>
              <HitStatePill state={hit.state} />
            </span>
            <span className={classes.note}>
              {[
                t(`screening.role.${hit.role}`),
                source(hit.source),
                t('screening.score', { score: format.percent(hit.score) }),
                t('screening.openedOn', { date: format.day(hit.openedAt) }),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </Panel>
  )
}
