import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Ownership } from '../../../parts/owners/ownership.tsx'
import { References } from '../../../parts/references/references.tsx'
import { Timeline } from '../../../parts/timeline/timeline.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { IndicatorTiles } from '../indicators/indicator-tiles.tsx'
import classes from '../thirdparty.module.css'
import { contactsQuery, type Company, type Contact } from '../thirdparty.queries.ts'
import { RelationshipPanel } from '../relationship/relationship-panel.tsx'
import { TasksPanel } from '../tasks/tasks-panel.tsx'
import { UnitsPanel } from '../units/units-panel.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { DossiersPanel } from './dossiers-panel.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { SummaryPanel } from './summary-panel.tsx'
import { ThemesPanel } from './themes-panel.tsx'
import { useIsFresh } from './use-is-fresh.ts'

export function Overview({ record }: { record: Company }) {
  const contacts = useQuery(contactsQuery(useThirdPartyIds()))
  return (
    <div className={classes.stack}>
      <IndicatorTiles />
      {contacts.isPending ? (
        <div className={classes.aside} aria-busy="true">
          <Skeleton height={420} radius={12} />
          <Skeleton height={420} radius={12} />
        </div>
      ) : (
        <Columns record={record} contacts={contacts.data?.content} />
      )}
    </div>
  )
}

interface ColumnsProps {
  record: Company
  contacts: readonly Contact[] | undefined
}

/** Shown once the contacts are known: they decide where the rest stands. */
function Columns({ record, contacts }: ColumnsProps) {
  const { t } = useTranslation()
  // Without anybody to write to, nothing else on this page will ever move.
  const isFresh = useIsFresh(contacts)
  const { thirdpartyId } = record
  return (
    <div className={classes.aside}>
      <div className={classes.column}>
        {isFresh && <InvitationPanel record={record} />}
        <AttentionPanel />
        <DossiersPanel />
        <ThemesPanel />
      </div>
      <div className={classes.column}>
        {!isFresh && <InvitationPanel record={record} />}
        <Panel title={t('owners.owner')}>
          <Ownership subject={{ thirdpartyId }} thirdpartyId={thirdpartyId} archived={record.archived} />
        </Panel>
        <SummaryPanel record={record} />
        <RelationshipPanel record={record} />
        <TasksPanel record={record} />
        <UnitsPanel record={record} />
        <ReferencesPanel record={record} />
        <Panel title={t('thirdparty.latest')}>
          <Timeline source={{ thirdpartyId }} compact />
        </Panel>
      </div>
    </div>
  )
}

/** Whoever cannot add any sees those there are. */
function ReferencesPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const { manage } = useRights(ids.accountId)
  const mayChange = manage && !record.archived
  if (!mayChange && record.references.length === 0) return null
  return (
    <Panel title={t('references.title')}>
      <References subject={ids} references={record.references} mayChange={mayChange} />
    </Panel>
  )
}
