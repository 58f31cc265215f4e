import { useTranslation } from 'react-i18next'
import { useListName, useListSource } from '../../../parts/screening/use-list-source.ts'
import { useFormat } from '../../../ui/format.ts'
import classes from './screening-tab.module.css'
import type { Run } from './screening-tab.queries.ts'

/** With which lists, in which version, and which of them were not there. */
export function RunLists({ run }: { run: Run }) {
  const { t } = useTranslation()
  const format = useFormat()
  const source = useListSource()
  const nameOf = useListName()
  const { lists, missing, threshold, engineVersion } = run
  return (
    <details className={classes.details}>
      <summary>{t('screeningRuns.details')}</summary>
      <p className={classes.note}>
        {[
          t('screeningRuns.threshold', { score: format.percent(threshold) }),
          t('screeningRuns.engine', { version: engineVersion }),
        ].join(' · ')}
      </p>
      <h3 className={classes.part}>{t('screeningRuns.lists')}</h3>
      {lists.length === 0 && <p className={classes.note}>{t('screeningRuns.noLists')}</p>}
      <ul className={classes.plain}>
        {lists.map(({ listId, version, entries, publishedOn, ...list }) => (
          <li key={listId}>
            {nameOf(list)}
            <span className={classes.note}>
              {[
                t('screeningRuns.listLine', { version, count: entries }),
                publishedOn && t('screeningRuns.published', { date: format.date(publishedOn) }),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <>
          <h3 className={classes.part}>{t('screeningRuns.missing')}</h3>
          <ul className={classes.plain}>
            {missing.map(({ source: publisher, why }) => (
              <li key={`${publisher} ${why}`}>
                {source(publisher)}
                <span className={classes.note}>{t(`screeningRuns.${why}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}
