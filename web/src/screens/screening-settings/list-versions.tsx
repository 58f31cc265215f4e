import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { listVersionsQuery, type ListVersion } from './screening-lists.queries.ts'
import classes from './screening-settings.module.css'

const tones: Record<ListVersion['state'], Tone> = {
  LOADING: 'info',
  IN_FORCE: 'good',
  REPLACED: 'neutral',
  REFUSED: 'bad',
  FAILED: 'bad',
}

/** Every import of a list, newest first. */
export function ListVersions({ accountId, listId }: { accountId: number; listId: number }) {
  const { t } = useTranslation()
  const versions = useQuery(listVersionsQuery(accountId, listId))
  if (versions.isPending) return <Skeleton height={60} />
  if (versions.isError) {
    const retry = () => void versions.refetch()
    return (
      <ProblemAlert title={t('screeningSettings.versionsFailed')} error={versions.error} onRetry={retry} />
    )
  }
  return (
    <ul className={classes.versions}>
      {versions.data.map((version) => (
        <VersionEntry key={version.version} version={version} />
      ))}
    </ul>
  )
}

function VersionEntry({ version: one }: { version: ListVersion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { added, changed, removed, skipped, publishedOn, fault } = one
  const isLoading = one.state === 'LOADING'
  const facts = [
    isLoading
      ? t('ownLists.read', { count: one.read })
      : t('screeningSettings.entries', { count: one.entries }),
    !isLoading && t('screeningSettings.changes', { added, changed, removed }),
    skipped > 0 && t('screeningSettings.skipped', { count: skipped }),
    publishedOn && t('screeningSettings.published', { date: format.date(publishedOn) }),
    one.forced && t('screeningSettings.forced'),
  ]
  return (
    <li>
      <span className={classes.pills}>
        <span className={classes.name}>{t('screeningSettings.versionLine', { version: one.version })}</span>
        <Pill tone={tones[one.state]}>{t(`screeningSettings.state.${one.state}`)}</Pill>
        <span className={classes.note}>{format.moment(one.finishedAt ?? one.startedAt)}</span>
      </span>
      <span className={classes.note}>{facts.filter(Boolean).join(' · ')}</span>
      {fault !== null && <span>{fault}</span>}
      {one.warnings.map((warning) => (
        <span key={warning} className={classes.note}>
          {warning}
        </span>
      ))}
      <span className={classes.digest}>{t('screeningSettings.digest', { digest: one.digest })}</span>
    </li>
  )
}
