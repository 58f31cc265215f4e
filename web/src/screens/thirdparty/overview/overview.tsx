import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Timeline } from '../../../parts/timeline/timeline.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { IndicatorTiles } from '../indicators/indicator-tiles.tsx'
import classes from '../thirdparty.module.css'
import { contactsQuery, type Company } from '../thirdparty.queries.ts'
import { usePlace } from '../use-place.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { DossiersPanel } from './dossiers-panel.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { SummaryPanel } from './summary-panel.tsx'
import { ThemesPanel } from './themes-panel.tsx'
import { useIsFresh } from './use-is-fresh.ts'

export function Overview({ record }: { record: Company }) {
  const { t } = useTranslation()
  const { data } = useQuery(contactsQuery(usePlace()))
  // Without anybody to write to, nothing else on this page will ever move.
  const isFresh = useIsFresh(data?.content)
  const { thirdpartyId } = record
  return (
    <div className={classes.stack}>
      <IndicatorTiles />
      <div className={classes.aside}>
        <div className={classes.column}>
          {isFresh && <InvitationPanel record={record} />}
          <AttentionPanel />
          <DossiersPanel />
          <ThemesPanel />
        </div>
        <div className={classes.column}>
          {!isFresh && <InvitationPanel record={record} />}
          <SummaryPanel record={record} />
          <Panel title={t('thirdparty.latest')}>
            <Timeline source={{ thirdpartyId }} compact />
          </Panel>
        </div>
      </div>
    </div>
  )
}
