import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/index.ts'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { announcementsQuery } from './monitoring.queries.ts'
import classes from './monitoring.module.css'
import { OutsideLink } from '../../../ui/outside-link.tsx'

type Announcement = Answer<'listAnnouncements'>['content'][number]

export function AnnouncementsPanel() {
  const { t } = useTranslation()
  const query = useInfiniteQuery(announcementsQuery(useThirdPartyIds()))
  const rows = query.data?.pages.flatMap(({ content }) => content)
  return (
    <Panel title={t('monitoring.announcements')} help={t('monitoring.announcementsHelp')}>
      {query.isPending && <Skeleton height={60} />}
      {query.isError && (
        <ProblemAlert
          title={t('monitoring.announcementsFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('monitoring.noAnnouncements')}
        </Text>
      )}
      <ul className={classes.list}>
        {rows?.map((row) => (
          <Item key={row.key} row={row} />
        ))}
      </ul>
      <LoadMore query={query} />
    </Panel>
  )
}

const tones = { CESSATION: 'bad', COLLECTIVE_PROCEDURE: 'bad', TRANSFERT: 'warning' } as const

function Item({ row }: { row: Announcement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, title, text, court, url, withdrawn, notice } = row
  const tone = withdrawn ? 'neutral' : (tones[kind as keyof typeof tones] ?? 'info')
  const marks = [
    t('monitoring.publishedOn', { date: format.date(row.publishedOn) }),
    court,
    notice === 'CORRECTION' ? t('monitoring.correction') : null,
    withdrawn ? t('monitoring.withdrawn') : null,
  ]
  return (
    <li className={classes.entry} data-withdrawn={withdrawn}>
      <span className={classes.top}>
        <Pill tone={tone}>{t(`monitoring.kind.${kind}`)}</Pill>
        <span className={classes.note}>{marks.filter((mark) => mark !== null).join(' · ')}</span>
      </span>
      {title !== null && <span className={classes.title}>{title}</span>}
      {text !== null && <span className={classes.text}>{text}</span>}
      {url !== null && <OutsideLink url={url}>{t('monitoring.read')}</OutsideLink>}
    </li>
  )
}
