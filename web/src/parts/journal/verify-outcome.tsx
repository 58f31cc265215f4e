import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './journal.module.css'

type Verdict = Pick<
  Answer<'verifyJournal'>,
  'intact' | 'from' | 'events' | 'checkpoint' | 'brokenSeq' | 'fault' | 'checkedAt'
>

/** In words: whether the chain holds, and where it does not. */
export function VerifyOutcome({ result }: { result: Verdict }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { intact, from, events, checkpoint, brokenSeq, fault, checkedAt } = result
  const at = (
    <span className={classes.muted}>{t('journal.verify.at', { moment: format.moment(checkedAt) })}</span>
  )
  if (!intact) {
    return (
      <Notice
        tone="bad"
        live="assertive"
        title={t('journal.verify.broken', { seq: format.number(brokenSeq ?? 0) })}
      >
        {fault !== null && <span>{t(`journal.verify.fault.${fault}`)}</span>}
        <span>{t('journal.verify.brokenDetail')}</span>
        {at}
      </Notice>
    )
  }
  const date = checkpoint && format.moment(checkpoint.at)
  return (
    <Notice tone="good" live="polite" title={t('journal.verify.intact')}>
      <span>
        {events === from
          ? t('journal.verify.intactNone')
          : t('journal.verify.intactDetail', { number: format.number(events - from) })}
      </span>
      {checkpoint !== null && (
        <span>{t(checkpoint.signed ? 'journal.verify.signed' : 'journal.verify.unsigned', { date })}</span>
      )}
      {at}
    </Notice>
  )
}
