import { Button, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import type { Level } from './event-subject.tsx'
import { byDay, groupEvents } from './grouped-events.ts'
import { useDayText } from './use-day-text.ts'
import { TimelineItem } from './timeline-item.tsx'
import classes from './timeline.module.css'
import { latestEventsQuery, type EventFilter } from './timeline.queries.ts'

export type TimelineSource =
  | { thirdpartyId: number }
  | { dossierId: number }
  | { dossierId: number; documentId: number }
  /** The whole account, or only these events of it. */
  | { names?: string }

interface Props {
  source: TimelineSource
  /** A few lines, without days and without a way to earlier ones. */
  compact?: boolean
  /** How many lines a compact one has. */
  lines?: number
}

const pageSize = 60

function levelOf(source: TimelineSource): Level {
  if ('documentId' in source) return 'document'
  if ('dossierId' in source) return 'dossier'
  return 'thirdpartyId' in source ? 'thirdparty' : 'account'
}

/** What happened, the latest first. */
export function Timeline({ source, compact = false, lines = 7 }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  // Some lines of the journal fall together, so more of them are asked for than are shown.
  const filter: EventFilter = { ...source, size: compact ? lines * 5 : pageSize }
  const query = useInfiniteQuery(latestEventsQuery(accountId, filter))
  const groups = useMemo(
    () => groupEvents(query.data?.pages.flatMap(({ content }) => content) ?? []),
    [query.data],
  )
  const level = levelOf(source)
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('timeline.failed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <TimelineSkeleton lines={compact ? lines : 8} />
  if (groups.length === 0) return <Nothing compact={compact} />
  if (compact) {
    return (
      <ul className={classes.list} aria-label={t('timeline.label')} data-compact="true">
        {groups.slice(0, lines).map((group) => (
          <TimelineItem key={group.first.seq} group={group} level={level} />
        ))}
      </ul>
    )
  }
  return (
    <>
      <Days groups={groups} level={level} />
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('timeline.more')}
        </Button>
      )}
    </>
  )
}

function Days({ groups, level }: { groups: ReturnType<typeof groupEvents>; level: Level }) {
  const dayText = useDayText()
  return byDay(groups).map((day) => (
    <section key={day.key} className={classes.day}>
      <h3 className={classes.date}>{dayText(day.at)}</h3>
      <ul className={classes.list} aria-label={dayText(day.at)}>
        {day.groups.map((group) => (
          <TimelineItem key={group.first.seq} group={group} level={level} />
        ))}
      </ul>
    </section>
  ))
}

function Nothing({ compact }: { compact: boolean }) {
  const { t } = useTranslation()
  if (compact) return <p className={classes.nothing}>{t('timeline.emptyDetail')}</p>
  return (
    <TeachingState
      icon={<IconHistory size={30} stroke={1.6} />}
      title={t('timeline.empty')}
      detail={t('timeline.emptyDetail')}
    />
  )
}

function TimelineSkeleton({ lines }: { lines: number }) {
  return (
    <ul className={classes.list} aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        <li key={index} className={classes.item}>
          <Skeleton circle height={28} />
          <div className={classes.body}>
            <p className={classes.what}>
              <Skeleton height={12} width={`${70 - (index % 3) * 12}%`} my={4} radius="xl" />
            </p>
            <p className={classes.detail}>
              <Skeleton height={10} width="40%" my={4} radius="xl" />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
