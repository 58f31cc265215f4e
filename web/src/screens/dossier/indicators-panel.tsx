import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { RatingBadge } from '../../ui/rating-badge.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dossier.module.css'
import { indicatorsQuery, type Dossier } from './dossier.queries.ts'

type Indicator = Answer<'listDossierIndicators'>['content'][number]

export function IndicatorsPanel({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const indicators = useQuery(indicatorsQuery(accountId, dossier.dossierId))
  return (
    <Panel title={t('dossier.indicators.title')} help={t('dossier.indicators.help')}>
      {indicators.isPending && <Skeleton height={140} radius={10} />}
      {indicators.isError && (
        <ProblemAlert
          title={t('dossier.indicators.failed')}
          error={indicators.error}
          onRetry={() => void indicators.refetch()}
        />
      )}
      {indicators.data?.length === 0 && <Text size="sm">{t('dossier.indicators.none')}</Text>}
      {indicators.data?.map((one) => (
        <OneIndicator key={one.code} indicator={one} />
      ))}
    </Panel>
  )
}

function OneIndicator({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { label, rating, value, state, advice, asOf, compliant, pending } = indicator
  const text = [
    value === null ? t('dossier.indicators.unknown') : t('dossier.indicators.value', { value }),
    state === 'KNOWN' || value === null ? null : t(`dossier.indicators.state.${state}`),
    compliant === null
      ? null
      : t(compliant ? 'dossier.indicators.compliant' : 'dossier.indicators.notCompliant'),
    pending === null || pending === 0 ? null : t('dossier.indicators.pending', { value: pending }),
    asOf === null ? null : asOf.length > 10 ? format.day(asOf) : format.date(asOf),
  ].filter((one) => one !== null)
  return (
    <div className={classes.indicator}>
      <RatingBadge rating={rating} />
      <div>
        <Text fw={550} size="sm">
          {label}
        </Text>
        <span className={classes.quiet}>{text.join(' · ')}</span>
        {advice !== null && <p>{advice}</p>}
        <Breakdown indicator={indicator} />
      </div>
    </div>
  )
}

function Breakdown({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { breakdown } = indicator
  if (breakdown.length === 0) return null
  // Equal weights say nothing.
  const isWeighted = breakdown.some(({ weight }) => weight !== breakdown[0]?.weight)
  return (
    <table className={classes.breakdown} aria-label={t('dossier.indicators.breakdown')}>
      <tbody>
        {breakdown.map(({ factor, label, weight, value, stale }) => (
          <tr key={factor}>
            <th scope="row">
              {label}
              {stale && ` (${t('dossier.indicators.stale')})`}
            </th>
            {isWeighted && <td>{t('dossier.indicators.weight', { weight: format.number(weight) })}</td>}
            <td>{value === null ? '–' : format.number(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
