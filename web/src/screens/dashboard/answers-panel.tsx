import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Columns } from '../../ui/charts/columns.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import classes from './dashboard.module.css'
import type { Statistics } from './dashboard.queries.ts'

const height = 150

export function AnswersPanel({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation()
  const { requestToAnswer = null, answerToDecision = null } = statistics?.delays ?? {}
  return (
    <Panel title={t('dashboard.answers')}>
      {statistics === undefined ? <Skeleton height={height} /> : <Weeks statistics={statistics} />}
      <dl className={classes.delays}>
        <Delay label={t('dashboard.delayAnswer')} days={requestToAnswer} />
        <Delay label={t('dashboard.delayDecision')} days={answerToDecision} />
      </dl>
    </Panel>
  )
}

function Weeks({ statistics }: { statistics: Statistics }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const short = new Intl.DateTimeFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const columns = statistics.answersPerWeek.map(({ week, count }) => ({
    label: short.format(new Date(week)),
    title: t('dashboard.weekOf', { date: format.date(week) }),
    value: count,
    href: accountAddress(accountId, 'journal', {
      names: 'DOCUMENT_ANSWER_ADDED',
      from: week,
      to: lastDayOf(week),
    }),
  }))
  return <Columns label={t('dashboard.answersLabel')} columns={columns} height={height} />
}

function lastDayOf(week: string): string {
  return new Date(Date.parse(week) + 6 * 86_400_000).toISOString().slice(0, 10)
}

function Delay({ label, days }: { label: string; days: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div>
      <dt>{label}</dt>
      <dd>{days === null ? '–' : t('dashboard.delay', { days: format.number(days) })}</dd>
    </div>
  )
}
