import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { forecastQuery, openDossiersQuery } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { attentionItems, type AttentionItem } from './attention.ts'
import classes from './overview.module.css'

const maxItems = 7

export function AttentionPanel() {
  const { t } = useTranslation()
  return (
    <Panel title={t('thirdparty.attention.title')} help={t('thirdparty.attention.help')}>
      <Items />
    </Panel>
  )
}

function Items() {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const dossiers = useQuery(openDossiersQuery(ids))
  const forecast = useQuery(forecastQuery(ids))
  const failed = [dossiers, forecast].find((query) => query.isError)
  if (failed !== undefined) {
    const retry = () => void failed.refetch()
    return <ProblemAlert title={t('thirdparty.partFailed')} error={failed.error} onRetry={retry} />
  }
  if (dossiers.data === undefined || forecast.data === undefined) return <AttentionSkeleton />
  if (dossiers.data.content.length === 0)
    return <Notice tone="info">{t('thirdparty.attention.nothingAsked')}</Notice>
  const items = attentionItems(dossiers.data.content, forecast.data)
  if (items.length === 0) return <Notice tone="good">{t('thirdparty.attention.nothing')}</Notice>
  const more = items.length - maxItems
  return (
    <>
      <ul className={classes.items}>
        {items.slice(0, maxItems).map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
      {more > 0 && (
        <Link
          to="/account/$accountId/thirdparties/$thirdpartyId"
          params={ids}
          search={{ tab: 'dossiers' }}
          className={classes.more}
        >
          {t('thirdparty.attention.more', { count: more })}
        </Link>
      )}
    </>
  )
}

function Item({ item }: { item: AttentionItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { accountId } = useThirdPartyIds()
  const { dossierId, documentId, isUnderWay, renewsItself } = item
  const when = t(`thirdparty.attention.${item.kind}`, {
    date: item.date === null ? '' : format.date(item.date),
  })
  const notes = [
    item.dossierLabel,
    isUnderWay ? t('thirdparty.attention.underWay') : null,
    renewsItself ? t('thirdparty.attention.renewsItself') : null,
  ]
  return (
    <li className={classes.item}>
      <span className={classes.words}>
        {item.kind === 'review' && documentId !== null ? (
          <Link to="/account/$accountId/review" params={{ accountId }} search={{ document: documentId }}>
            {item.name}
          </Link>
        ) : (
          <Link
            to="/account/$accountId/dossiers/$dossierId"
            params={{ accountId, dossierId }}
            search={documentId === null ? {} : { document: documentId }}
          >
            {item.name}
          </Link>
        )}
        <span className={classes.note}>{notes.filter((note) => note !== null).join(' · ')}</span>
      </span>
      <Pill tone={item.tone}>{when}</Pill>
    </li>
  )
}

function AttentionSkeleton() {
  return (
    <Stack gap={10} aria-busy="true">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height={40} radius={8} />
      ))}
    </Stack>
  )
}
