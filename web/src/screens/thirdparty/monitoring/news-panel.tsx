import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { newsQuery } from './monitoring.queries.ts'
import classes from './monitoring.module.css'
import { OutsideLink } from './outside-link.tsx'

const telling = 0.2

export function NewsPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useInfiniteQuery(newsQuery(useThirdPartyIds()))
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
        {rows?.map(({ title, url, publishedAt, sentiment }) => (
          <li key={`${publishedAt} ${title}`} className={classes.entry}>
            <span className={classes.title}>
              {url === null ? title : <OutsideLink url={url}>{title}</OutsideLink>}
            </span>
            <span className={classes.top}>
              <span className={classes.note}>{format.day(publishedAt)}</span>
              {sentiment !== null && <Sentiment value={sentiment} />}
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
