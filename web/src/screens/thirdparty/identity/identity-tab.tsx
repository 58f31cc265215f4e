import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { AnnouncementsPanel } from '../monitoring/announcements-panel.tsx'
import classes from '../thirdparty.module.css'
import { pastCompanyQuery, type Company, type PastCompany } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { AsOf } from './as-of.tsx'
import { fieldLabel } from './change-lines.ts'
import { ExecutivesPanel } from './executives-panel.tsx'
import { HeadOfficePanel } from './head-office-panel.tsx'
import { IdentityPanel } from './identity-panel.tsx'
import { RegisterChangesPanel } from './register-changes-panel.tsx'
import { SourcesPanel } from './sources-panel.tsx'

export function IdentityTab({ record }: { record: Company }) {
  const [day, setDay] = useState('')
  return (
    <div className={classes.stack}>
      <AsOf day={day} since={record.createdAt.slice(0, 10)} onDay={setDay} />
      {day === '' ? <Panels record={record} /> : <Past record={record} day={day} />}
    </div>
  )
}

function Panels({ record }: { record: Company }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <IdentityPanel record={record} />
        <ExecutivesPanel record={record} />
        <RegisterChangesPanel />
      </div>
      <div className={classes.column}>
        <HeadOfficePanel record={record} />
        <ActivityPanel record={record} />
        <SourcesPanel record={record} />
        <AnnouncementsPanel />
      </div>
    </div>
  )
}

/** What the journal cannot tell is shown as unknown, never as it is today. */
function withUnknowns(present: Company, past: PastCompany): Company {
  const unknown = Object.fromEntries(past.notRecorded.map((field) => [field, null]))
  return { ...present, ...unknown, executives: [], provenance: [], ...past }
}

function Past({ record, day }: { record: Company; day: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery({ ...pastCompanyQuery(useThirdPartyIds(), day), retry: false })
  if (query.isPending) return <Skeleton height={420} radius={12} />
  if (query.isError) return <ProblemAlert title={t('thirdparty.asOfFailed')} error={query.error} />
  const past = withUnknowns(record, query.data)
  const unknown = query.data.notRecorded
    .map((field) => fieldLabel(field, t))
    .filter((label) => label !== null)
  return (
    <>
      <Notice tone="info" live="polite">
        {t('thirdparty.asOfNotice', { date: format.date(day) })}
        {unknown.length > 0 && <span>{t('thirdparty.asOfMissing', { list: unknown.join(', ') })}</span>}
      </Notice>
      <div className={classes.columns}>
        <div className={classes.column}>
          <IdentityPanel record={past} />
          <ExecutivesPanel record={past} />
        </div>
        <div className={classes.column}>
          <HeadOfficePanel record={past} />
          <ActivityPanel record={past} />
        </div>
      </div>
    </>
  )
}
