import { Progress, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { DossierStatusPill } from '../../../ui/status-pills.tsx'
import { openDossiersQuery, type DossierRow } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './overview.module.css'

export function DossiersPanel() {
  const { t } = useTranslation()
  const query = useQuery(openDossiersQuery(useThirdPartyIds()))
  return (
    <Panel title={t('thirdparty.dossiers.title')}>
      {query.isPending && <Skeleton height={120} />}
      {query.isError && (
        <ProblemAlert
          title={t('thirdparty.partFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.content.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('thirdparty.dossiers.none')} {t('thirdparty.dossiers.noneDetail')}
        </Text>
      )}
      {query.data !== undefined && query.data.content.length > 0 && (
        <ul className={classes.items}>
          {query.data.content.map((dossier) => (
            <DossierItem key={dossier.dossierId} dossier={dossier} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DossierItem({ dossier }: { dossier: DossierRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { accountId } = useThirdPartyIds()
  const { dossierId, type, completion, dueDate, expirationDate, statusCode } = dossier
  const { valid, required } = completion
  // What has come is no longer expected, and what has not come is not valid until anything.
  const [label, date] =
    valid < required ? (['due', dueDate] as const) : (['expires', expirationDate] as const)
  const notes = [
    t('thirdparty.dossiers.completion', { valid, required }),
    date === null ? null : `${t(`dossier.list.${label}`)} ${format.date(date)}`,
  ]
  return (
    <li className={classes.item}>
      <span className={classes.words}>
        <Link to="/account/$accountId/dossiers/$dossierId" params={{ accountId, dossierId }}>
          {type.label}
        </Link>
        <Progress
          value={required === 0 ? 0 : (valid / required) * 100}
          size="sm"
          aria-label={t('thirdparty.dossiers.completion', { valid, required })}
          color="teal.7"
          className={classes.bar}
        />
        <span className={classes.note}>{notes.filter((note) => note !== null).join(' · ')}</span>
      </span>
      <DossierStatusPill status={statusCode} />
    </li>
  )
}
