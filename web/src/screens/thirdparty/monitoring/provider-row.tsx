import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { useFormat } from '../../../ui/format.ts'
import { Pill } from '../../../ui/pill.tsx'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { companyKey, type Monitoring } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './monitoring.module.css'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { ReceivedValues } from './received-values.tsx'

interface Props {
  row: Monitoring
  mayChange: boolean
}

export function ProviderRow({ row, mayChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { provider, active, since } = row
  const label = t(`monitoring.names.${provider}`)
  return (
    <li className={classes.provider}>
      <div className={classes.words}>
        <span className={classes.title}>{label}</span>
        <span className={classes.note}>
          {active && since !== null ? t('monitoring.on', { date: format.day(since) }) : t('monitoring.off')}
        </span>
      </div>
      <div className={classes.words}>
        <Received row={row} />
      </div>
      <div className={classes.tools}>
        {row.receivedAt !== null && <ReceivedValues provider={provider} label={label} />}
        {mayChange && <Toggle row={row} />}
      </div>
    </li>
  )
}

function Toggle({ row: { provider, active } }: { row: Monitoring }) {
  const { t } = useTranslation()
  const label = t(`monitoring.names.${provider}`)
  const ids = useThirdPartyIds()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const toggle = useApiMutation({
    mutationFn: (isOn: boolean) => {
      const path = { ...ids, provider }
      return isOn
        ? api
            .account(ids.accountId)
            .post('/thirdparties/{thirdpartyId}/monitoring/{provider}/activate', { path })
        : api
            .account(ids.accountId)
            .post('/thirdparties/{thirdpartyId}/monitoring/{provider}/deactivate', { path })
    },
    successMessage: (_, isOn) =>
      t(isOn ? 'monitoring.switchedOn' : 'monitoring.switchedOff', { provider: label }),
    invalidates: [companyKey(ids)],
  })
  function ask(isOn: boolean) {
    // What was asked shows at once; a refusal takes it back.
    setWanted(isOn)
    toggle.mutate(isOn, { onSettled: () => setWanted(null) })
  }
  return (
    <Switch
      checked={wanted ?? active}
      onChange={(event) => ask(event.currentTarget.checked)}
      aria-label={t('monitoring.watch', { provider: label })}
    />
  )
}

function Received({ row }: { row: Monitoring }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { active, state, raw, score, value, band, asOf, rationale, url, failure, kind, lastVerification } =
    row
  if (row.receivedAt === null && failure === null) {
    if (!active) return null
    const nothing = kind === 'FILE' ? 'monitoring.nothingYetFile' : 'monitoring.nothingYet'
    return <span className={classes.note}>{t(nothing)}</span>
  }
  const visible = raw ?? (score === null ? null : format.number(score))
  const scaled = value === null || String(value) === visible ? null : t('monitoring.scaled', { value })
  const marks = [
    row.provider === 'NEWSFEED' ? null : scaled,
    asOf && t('monitoring.asOf', { date: format.date(asOf) }),
    rationale,
  ]
  const isNews = row.provider === 'NEWSFEED'
  return (
    <>
      {!isNews && (
        <span className={classes.figure}>
          {visible}
          {band !== null && band !== visible && <span> {band}</span>}
          {state === 'STALE' && <Pill tone="warning">{t('monitoring.stale')}</Pill>}
        </span>
      )}
      <span className={classes.note}>{marks.filter(Boolean).join(' · ')}</span>
      {!isNews && url !== null && <OutsideLink url={url}>{t('monitoring.read')}</OutsideLink>}
      {failure !== null && (
        <span className={classes.failure}>
          {t(`monitoring.failure.${failure.reason}`)}{' '}
          {t('monitoring.since', { date: format.day(failure.since) })}
        </span>
      )}
      {lastVerification && (
        <span className={classes.note}>
          {t('monitoring.verification', { status: lastVerification.status })}
        </span>
      )}
    </>
  )
}
