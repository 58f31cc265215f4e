import { useTranslation } from 'react-i18next'
import { isAhead } from '../../parts/secrets/is-ahead.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts, type Fact } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import type { Provider } from './datahub.queries.ts'
import { pushAddress } from './push-address.ts'
import { ProviderActions } from './provider-actions.tsx'
import classes from './datahub.module.css'

interface Props {
  accountId: number
  provider: Provider
}

export function ProviderCard({ accountId, provider }: Props) {
  const { t } = useTranslation()
  const name = t(`monitoring.names.${provider.provider}`)
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.cardTop}>
        <h3 className={classes.name}>{name}</h3>
        <ModePill provider={provider} />
      </div>
      <p className={classes.detail}>{t(`datahub.detail.${provider.provider}`)}</p>
      <Facts facts={useFacts(accountId, provider)} />
      <div className={classes.actions}>
        <ProviderActions accountId={accountId} provider={provider} name={name} />
      </div>
    </article>
  )
}

function ModePill({ provider: { kind, pushSecretSet } }: { provider: Provider }) {
  const { t } = useTranslation()
  if (kind === 'PUSH' && !pushSecretSet) return <Pill tone="warning">{t('datahub.noSecret')}</Pill>
  return <Pill tone={kind === 'FILE' ? 'neutral' : 'good'}>{t(`datahub.kind.${kind}`)}</Pill>
}

function useFacts(accountId: number, provider: Provider): Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { scale, staleAfterDays } = provider
  const sense = t(scale.direction === 'HIGHER_IS_BETTER' ? 'datahub.facts.higher' : 'datahub.facts.lower')
  const range = t('datahub.facts.scaleValue', {
    min: format.number(scale.min),
    max: format.number(scale.max),
  })
  return [
    ...useModeFacts(accountId, provider),
    { label: t('datahub.facts.scale'), value: `${range}, ${sense}` },
    {
      label: t('datahub.facts.grades'),
      value: scale.bands.map(({ code }) => code).join(', '),
      optional: true,
    },
    { label: t('datahub.facts.stale'), value: t('datahub.days', { count: staleAfterDays }) },
  ]
}

function useModeFacts(accountId: number, provider: Provider): Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, http, authHeader, pollHours, pushSecretSet, previousSecretUntil } = provider
  if (kind === 'HTTP') {
    const credential =
      authHeader === null ? t('datahub.facts.none') : t('datahub.facts.credentialSet', { header: authHeader })
    return [
      { label: t('datahub.facts.host'), value: http?.baseUrl },
      { label: t('datahub.facts.every'), value: t('datahub.everyHours', { count: pollHours }) },
      { label: t('datahub.facts.credential'), value: credential },
    ]
  }
  if (kind === 'FILE') return []
  const secret = isAhead(previousSecretUntil)
    ? t('datahub.facts.twoSecrets', { until: format.moment(previousSecretUntil) })
    : t(pushSecretSet ? 'datahub.facts.secretSet' : 'datahub.facts.none')
  return [
    { label: t('datahub.facts.pushTo'), value: pushAddress(accountId, provider.provider) },
    { label: t('datahub.facts.secret'), value: secret },
  ]
}
