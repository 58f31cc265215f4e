import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { Surface } from '../../ui/surface.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './forecast.module.css'
import type { Due, Reason } from './forecast.queries.ts'
import { byWeek, daysUntil, type Week } from './weeks.ts'

const tones: Record<Reason, Tone> = {
  ANSWER_EXPIRES: 'info',
  GRACE_ENDS: 'bad',
  DOSSIER_EXPIRES: 'neutral',
  DUE_DATE_PASSES: 'warning',
}

interface ListProps {
  items: readonly Due[]
  today: string
  /** More days follow, and perhaps more of the last week. */
  isPart: boolean
}

export function WeekList({ items, today, isPart }: ListProps) {
  const weeks = byWeek(items, today)
  return weeks.map((week) => (
    <WeekSection key={week.monday} week={week} today={today} isPart={isPart && week === weeks.at(-1)} />
  ))
}

function WeekSection({ week, today, isPart }: { week: Week; today: string; isPart: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { monday, ahead, items } = week
  const near = ahead === 0 ? t('forecast.thisWeek') : ahead === 1 ? t('forecast.nextWeek') : null
  const title = near ?? t('forecast.week', { date: format.date(monday) })
  return (
    <section className={classes.week} aria-label={title}>
      <h2 className={classes.weekTitle}>
        {title}
        <span className={classes.count}>
          {t(isPart ? 'forecast.inWeekSoFar' : 'forecast.inWeek', { count: items.length })}
        </span>
      </h2>
      <Surface>
        <ul className={classes.list}>
          {items.map((item) => (
            <DueRow key={`${item.reason}-${item.documentId ?? item.dossierId}`} item={item} today={today} />
          ))}
        </ul>
      </Surface>
    </section>
  )
}

function DueRow({ item, today }: { item: Due; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const { dossierId, documentId, thirdpartyId } = item
  const left = daysUntil(today, item.date)
  return (
    <li className={classes.row}>
      <div className={classes.when}>
        <span className={classes.date}>{format.date(item.date)}</span>
        <span className={classes.left}>
          {left === 0 ? t('forecast.today') : t('forecast.inDays', { count: left })}
        </span>
      </div>
      <div className={classes.what}>
        <Link
          to="/account/$accountId/dossiers/$dossierId"
          params={{ accountId, dossierId }}
          search={documentId === null ? {} : { document: documentId }}
          className={classes.title}
        >
          {item.documentName ?? item.dossierType.label}
        </Link>
        <span className={classes.company}>
          <Link
            to="/account/$accountId/thirdparties/$thirdpartyId"
            params={{ accountId, thirdpartyId }}
            className={classes.link}
          >
            {item.thirdpartyName ?? thirdpartyId}
          </Link>
          {documentId !== null && <span>{item.dossierType.label}</span>}
        </span>
      </div>
      <div className={classes.marks}>
        {item.answerUnderWay && <Pill tone="good">{t('forecast.answerUnderWay')}</Pill>}
        {item.renewsItself && <Pill tone="good">{t('forecast.renewsItself')}</Pill>}
        <Pill tone={tones[item.reason]}>{t(`forecast.reason.${item.reason}`)}</Pill>
      </div>
    </li>
  )
}
