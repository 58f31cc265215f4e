import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { Indicator } from '../thirdparty.queries.ts'
import classes from './indicators.module.css'

/** The indicator in sentences. */
export function MeaningPanel({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { label, state, asOf, lastChangeDate, previousValue, compliant, pending, advice, model } = indicator
  const facts = [
    compliant === null ? null : t(compliant ? 'indicators.compliant' : 'indicators.notCompliant'),
    pending === null || pending === 0 ? null : t('indicators.pendingReview', { count: pending }),
    asOf === null ? null : t('indicators.asOf', { date: format.date(asOf) }),
  ]
  const changed = [
    previousValue === null ? null : t('indicators.before', { value: previousValue }),
    lastChangeDate === null ? null : t('indicators.changedOn', { date: format.day(lastChangeDate) }),
  ].filter((part) => part !== null)
  return (
    <Panel title={label}>
      <p className={classes.words}>{t(`indicators.state.${state}`)}</p>
      <ul className={classes.facts}>
        {facts.map((fact) => fact !== null && <li key={fact}>{fact}</li>)}
        {changed.length > 0 && <li>{changed.join(', ')}</li>}
      </ul>
      {advice !== null && (
        <div className={classes.advice}>
          <b>{t('indicators.advice')}</b>
          <p>{advice}</p>
        </div>
      )}
      <p className={classes.model}>{t('indicators.model', { ...model })}</p>
    </Panel>
  )
}
