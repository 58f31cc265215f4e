import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import classes from './automatic-checks.module.css'
import type { CheckCounts } from './automatic-checks.queries.ts'

/** All types together. */
export function CheckFigures({ counts }: { counts: CheckCounts | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (counts === null) return <Skeleton height={56} radius="md" />
  if (counts.checked === 0) return <p className={classes.nothing}>{t('automaticChecks.noneChecked')}</p>
  const { checked, accepted, sentBack, sampled, disagreed, shareAlone } = counts
  const wrong =
    sampled === 0 ? t('automaticChecks.noSamples') : t('automaticChecks.ofSamples', { count: sampled })
  const figures = [
    { key: 'checked', value: format.number(checked), detail: null },
    {
      key: 'alone',
      value: format.percent((shareAlone ?? 0) / 100),
      detail: t('automaticChecks.aloneDetail', {
        accepted: format.number(accepted),
        sentBack: format.number(sentBack),
      }),
    },
    { key: 'wrong', value: format.number(disagreed), detail: wrong },
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(({ key, value, detail }) => (
        <div key={key}>
          <dt>{t(`automaticChecks.figure.${key}`)}</dt>
          <dd>
            {value}
            {detail !== null && <span className={classes.detail}>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
