import { Skeleton } from '@mantine/core'
import { IconAlarm, IconBuildings, IconCalendarDue, IconChecklist } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartLink } from '../../ui/charts/chart-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import { sumOfReasons } from './ahead-parts.ts'
import classes from './dashboard.module.css'
import { queueTopQuery, type Statistics } from './dashboard.queries.ts'

export function KeyFigures({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation()
  const address = useAccountAddress()
  const text = useFigureText(statistics)
  const ending = statistics?.ahead[0]
  // The figures are of a moment, the queue beside them of now: two numbers for one thing would make both doubtful.
  const { data: queue } = useQuery(queueTopQuery(useAccountId()))
  return (
    <ul className={classes.figures} aria-label={t('dashboard.figures')}>
      <Figure
        icon={<IconBuildings size={18} stroke={1.7} />}
        label={t('dashboard.thirdParties')}
        value={statistics?.thirdParties.total}
        detail={text.archived}
        href={address('thirdparties')}
      />
      <Figure
        icon={<IconChecklist size={18} stroke={1.7} />}
        label={t('dashboard.toReview')}
        value={queue?.totalIsExact ? queue.totalElements : statistics?.reviewQueue.size}
        detail={text.oldest}
        href={address('review')}
        tone={statistics !== undefined && statistics.reviewQueue.olderThanWeek > 0 ? 'warning' : undefined}
      />
      <Figure
        icon={<IconAlarm size={18} stroke={1.7} />}
        label={t('dashboard.late')}
        value={statistics?.requests.overdue}
        detail={text.open}
        href={address('dossiers', { sort: 'dueDate,asc' })}
        tone={statistics !== undefined && statistics.requests.overdue > 0 ? 'bad' : undefined}
      />
      <Figure
        icon={<IconCalendarDue size={18} stroke={1.7} />}
        label={t('dashboard.ending')}
        value={ending && sumOfReasons(ending)}
        detail={text.ahead}
        href={address('forecast', { days: '30' })}
      />
    </ul>
  )
}

function useAccountAddress() {
  const accountId = useAccountId()
  return (path: string, search?: Record<string, string>) => accountAddress(accountId, path, search)
}

function useFigureText(statistics: Statistics | undefined) {
  const { t } = useTranslation()
  const format = useFormat()
  if (statistics === undefined) return {}
  const { thirdParties, reviewQueue, requests, ahead } = statistics
  const furthest = ahead.at(-1)
  return {
    archived:
      thirdParties.archived === 0
        ? t('dashboard.noArchived')
        : t('dashboard.archived', { count: thirdParties.archived }),
    oldest:
      reviewQueue.oldestSince === null
        ? t('dashboard.queueEmpty')
        : t('dashboard.oldest', { ago: format.ago(reviewQueue.oldestSince) }),
    open: requests.open === 0 ? t('dashboard.noneOpen') : t('dashboard.ofOpen', { count: requests.open }),
    ahead: furthest && t('dashboard.endingDetail', { count: sumOfReasons(furthest) }),
  }
}

interface FigureProps {
  icon: ReactNode
  label: string
  value: number | undefined
  detail: string | undefined
  href: string
  tone?: 'warning' | 'bad' | undefined
}

function Figure({ icon, label, value, detail, href, tone }: FigureProps) {
  const format = useFormat()
  return (
    <li>
      <ChartLink href={href} className={classes.figure} data-tone={tone}>
        <span className={classes.figureLabel}>
          <span className={classes.figureIcon} aria-hidden="true">
            {icon}
          </span>
          {label}
        </span>
        <span className={classes.figureValue}>
          {value === undefined ? <Skeleton height={26} width={64} my={4} /> : format.number(value)}
        </span>
        <span className={classes.figureDetail}>
          {detail ?? <Skeleton height={10} width={120} my={5} radius="xl" />}
        </span>
      </ChartLink>
    </li>
  )
}
