import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../../../ui/back-link.tsx'
import { formatIdentifier, useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from '../thirdparty.module.css'
import { attributesQuery, type Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { HeaderActions } from './header-actions.tsx'

export function Header({ record }: { record: Company }) {
  const { t } = useTranslation()
  const { accountId } = useThirdPartyIds()
  return (
    <>
      <PageHeader
        title={record.name ?? t('portfolio.unnamed')}
        back={
          <BackLink to="/account/$accountId/thirdparties" params={{ accountId }}>
            {t('thirdparty.back')}
          </BackLink>
        }
        meta={<Pills record={record} />}
        lead={<Lead record={record} />}
        actions={<HeaderActions record={record} />}
      />
      <Notices record={record} />
    </>
  )
}

const criticalityTones = { High: 'bad', Medium: 'warning', Low: 'neutral' } as const

function Pills({ record }: { record: Company }) {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(attributesQuery(useThirdPartyIds()))
  const value = data?.content.find(({ code }) => code === 'CRITICALITY')?.value
  const criticality = typeof value === 'string' ? value : null
  const tone = criticalityTones[criticality as keyof typeof criticalityTones] ?? 'neutral'
  return (
    <>
      {record.identityStatus !== 'PENDING' && <StatusBadge status={record.status} />}
      {isPending && <Skeleton width={120} height={22} radius="xl" />}
      {criticality !== null && <Pill tone={tone}>{t('thirdparty.criticality', { value: criticality })}</Pill>}
      {record.archived && <Pill tone="neutral">{t('thirdparty.archived')}</Pill>}
    </>
  )
}

function Lead({ record }: { record: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { legalIdentifier, code, countryCode, createdAt } = record
  const parts = [
    legalIdentifier && `${t(`add.${legalIdentifier.code}`)} ${formatIdentifier(legalIdentifier)}`,
    code,
    countryCode === null ? null : format.country(countryCode),
    t('thirdparty.addedOn', { date: format.day(createdAt) }),
  ]
  const said = parts.filter((part) => part !== null)
  return (
    <span className={classes.lead}>
      {said.map((part, index) => (
        <span key={part}>
          <span className={classes.fact}>
            {part}
            {index < said.length - 1 && ' ·'}
          </span>{' '}
        </span>
      ))}
    </span>
  )
}

function Notices({ record: { identityStatus, archived } }: { record: Company }) {
  const { t } = useTranslation()
  if (identityStatus === 'COMPLETE' && !archived) return null
  return (
    <div className={classes.notices}>
      {identityStatus === 'PENDING' && (
        <Notice tone="info" live="polite" title={t('thirdparty.pendingTitle')}>
          {t('thirdparty.pendingDetail')}
        </Notice>
      )}
      {identityStatus === 'NOT_FOUND' && (
        <Notice tone="warning" title={t('thirdparty.notFoundTitle')}>
          {t('thirdparty.notFoundDetail')}
        </Notice>
      )}
      {archived && <Notice tone="info">{t('thirdparty.archivedNotice')}</Notice>}
    </div>
  )
}
