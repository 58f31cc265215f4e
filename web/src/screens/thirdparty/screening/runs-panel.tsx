import { Button, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { useRights } from '../../../ui/use-rights.ts'
import { partKey, type Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { RunLists } from './run-lists.tsx'
import classes from './screening-tab.module.css'
import { runsQuery, type Run } from './screening-tab.queries.ts'

export function RunsPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const { manage } = useRights(ids.accountId)
  const query = useInfiniteQuery(runsQuery(ids))
  const rows = query.data?.pages.flatMap(({ content }) => content)
  return (
    <Panel
      title={t('screeningRuns.title')}
      help={t('screeningRuns.help')}
      {...(manage && !record.archived && { actions: <ScreenNow /> })}
    >
      {query.isPending && <Skeleton height={90} />}
      {query.isError && (
        <ProblemAlert
          title={t('screeningRuns.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('screeningRuns.none')}
        </Text>
      )}
      <ul className={classes.list}>
        {rows?.map((run) => (
          <RunEntry key={run.runId} run={run} />
        ))}
      </ul>
      <LoadMore query={query} />
    </Panel>
  )
}

function ScreenNow() {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const screening = useApiMutation({
    mutationFn: () =>
      api.account(ids.accountId).post('/thirdparties/{thirdpartyId}/screening/runs', { path: ids }),
    successMessage: t('screeningRuns.requested'),
    invalidates: [partKey(ids, 'screening-runs'), partKey(ids, 'screening-hits')],
  })
  return (
    <Button size="xs" variant="default" loading={screening.isPending} onClick={() => screening.mutate()}>
      {t('screeningRuns.now')}
    </Button>
  )
}

function RunEntry({ run }: { run: Run }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li className={classes.entry}>
      <span className={classes.top}>
        <span className={classes.title}>{format.moment(run.ranAt)}</span>
        <Found run={run} />
      </span>
      <span className={classes.note}>
        {[
          t(`screeningRuns.trigger.${run.trigger}`),
          run.trigger !== 'NEWS' && t('screeningRuns.subjects', { count: run.subjects }),
          t('screeningRuns.opened', { count: run.opened }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {run.missing.length > 0 && (
        <span className={classes.note}>{t('screeningRuns.notThere', { count: run.missing.length })}</span>
      )}
      {run.trigger !== 'NEWS' && <RunLists run={run} />}
    </li>
  )
}

/**
 * A run of the whole portfolio looked at what was new in a list, and counts what it found in all of it. Without a list
 * there was nothing to find, which proves nothing.
 */
function Found({ run: { thirdpartyId, matches, lists, trigger } }: { run: Run }) {
  const { t } = useTranslation()
  if (trigger === 'NEWS') return <Pill tone="warning">{t('screeningNews.found', { count: matches })}</Pill>
  if (lists.length === 0) return <Pill tone="warning">{t('screeningRuns.noLists')}</Pill>
  if (matches === 0) {
    const found =
      thirdpartyId === null ? t('screeningRuns.nothingNew') : t('screeningRuns.found', { count: 0 })
    return <Pill tone="good">{found}</Pill>
  }
  if (thirdpartyId === null) {
    return <Pill tone="neutral">{t('screeningRuns.portfolioHelp', { count: matches })}</Pill>
  }
  return <Pill tone="warning">{t('screeningRuns.found', { count: matches })}</Pill>
}
