import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../api/index.ts'
import { HitStatePill } from '../../../parts/screening/hit-state.tsx'
import { useHitSight } from '../../../parts/screening/use-hit-sight.ts'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { newsHitsQuery, newsQuery } from './monitoring.queries.ts'
import classes from './monitoring.module.css'
import { OutsideLink } from '../../../ui/outside-link.tsx'

const telling = 0.2

export function NewsPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const ids = useThirdPartyIds()
  const query = useInfiniteQuery(newsQuery(ids))
  const isSeen = useHitSight(ids.accountId) === true
  const { data: hits } = useQuery({ ...newsHitsQuery(ids), enabled: isSeen })
  const rows = query.data?.pages.flatMap(({ content }) => content)
  return (
    <Panel title={t('monitoring.news')}>
      {query.isPending && <Skeleton height={60} />}
      {query.isError && (
        <ProblemAlert
          title={t('monitoring.newsFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('monitoring.noNews')}
        </Text>
      )}
      <ul className={classes.list}>
        {rows?.map(({ itemId, title, summary, url, publishedAt, sentiment }) => (
          <li key={itemId} className={classes.entry}>
            <span className={classes.title}>
              {url === null ? title : <OutsideLink url={url}>{title}</OutsideLink>}
            </span>
            {summary !== null && <span className={classes.text}>{summary}</span>}
            <span className={classes.top}>
              <span className={classes.note}>{format.day(publishedAt)}</span>
              {sentiment !== null && <Sentiment value={sentiment} />}
              <NewsReview hit={hits?.content.find(({ entryId }) => entryId === itemId)} />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </Panel>
  )
}

function Sentiment({ value }: { value: number }) {
  const { t } = useTranslation()
  const kind = value > telling ? 'good' : value < -telling ? 'bad' : 'neutral'
  return <Pill tone={kind}>{t(`monitoring.sentiment.${kind}`)}</Pill>
}

/** How far its review is, for who may see hits; nothing for an item that nobody has to look at. */
function NewsReview({ hit }: { hit: Row<'listScreeningHits'> | undefined }) {
  const { t } = useTranslation()
  const { accountId, thirdpartyId } = useThirdPartyIds()
  if (!hit) return null
  return (
    <>
      <HitStatePill state={hit.state} />
      <Link
        to="/account/$accountId/screening"
        params={{ accountId }}
        search={{ hit: hit.hitId, state: 'all', thirdparty: thirdpartyId }}
        className={classes.link}
        aria-label={t('screeningNews.seeReviewOf', { title: hit.entryName })}
      >
        {t('screeningNews.seeReview')}
      </Link>
    </>
  )
}
