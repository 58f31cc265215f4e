import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AheadPanel } from './ahead-panel.tsx'
import { AnswersPanel } from './answers-panel.tsx'
import classes from './dashboard.module.css'
import { statisticsQuery, type Statistics } from './dashboard.queries.ts'
import { EventsPanel } from './events-panel.tsx'
import { FirstDay } from './first-day.tsx'
import { KeyFigures } from './key-figures.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { RatingsPanel } from './ratings-panel.tsx'
import { ScreeningPanel } from './screening-panel.tsx'
import { StatusPanel } from './status-panel.tsx'
import { ThemesPanel } from './themes-panel.tsx'

// Many accounts let the checks decide nothing: what shows it is not part of the first page.
const ChecksPanel = lazy(async () => ({ default: (await import('./checks-panel.tsx')).ChecksPanel }))

/** Where the portfolio stands and what to do next; each figure leads to the list behind it. */
export function Dashboard() {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const { data: statistics, isError, error, refetch } = useQuery(statisticsQuery(accountId))
  const known = statistics?.thirdParties
  if (known !== undefined && known.total + known.archived === 0) return <FirstDay />
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        lead={
          <span className={classes.asOf}>
            {statistics !== undefined && t('dashboard.asOf', { moment: format.moment(statistics.asOf) })}
            {statistics === undefined && !isError && t('common.loading')}
          </span>
        }
        actions={<Add accountId={accountId} />}
      />
      {isError && (
        <div className={classes.problem}>
          <ProblemAlert title={t('dashboard.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {isError && statistics === undefined ? <WithoutFigures /> : <Panels statistics={statistics} />}
    </>
  )
}

/** Places kept for figures that do not come would look like waiting. */
function WithoutFigures() {
  return (
    <div className={classes.grid}>
      <div className={classes.half}>
        <QueuePanel />
      </div>
      <div className={classes.half}>
        <EventsPanel />
      </div>
    </div>
  )
}

function Panels({ statistics }: { statistics: Statistics | undefined }) {
  return (
    <div className={classes.grid}>
      <div className={classes.whole}>
        <KeyFigures statistics={statistics} />
      </div>
      <div className={classes.wide}>
        <StatusPanel statistics={statistics} />
      </div>
      <div className={classes.narrow}>
        <QueuePanel />
      </div>
      <div className={classes.half}>
        <RatingsPanel statistics={statistics} />
      </div>
      <div className={classes.half}>
        <ThemesPanel statistics={statistics} />
      </div>
      <div className={classes.whole}>
        <AheadPanel statistics={statistics} />
      </div>
      <div className={classes.wide}>
        <EventsPanel />
        <AnswersPanel statistics={statistics} />
      </div>
      <div className={classes.narrow}>
        <ScreeningPanel />
        <Suspense>
          <ChecksPanel />
        </Suspense>
        <ProfilePanel statistics={statistics} />
      </div>
    </div>
  )
}

function Add({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const { manage } = useRights(accountId)
  if (!manage) return null
  return (
    <ButtonLink to="/account/$accountId/thirdparties" params={{ accountId }} hash="add">
      {t('dashboard.add')}
    </ButtonLink>
  )
}
