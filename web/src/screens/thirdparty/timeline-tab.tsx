import { useTranslation } from 'react-i18next'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Company } from './thirdparty.queries.ts'

export function TimelineTab({ record }: { record: Company }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('thirdparty.tabs.timeline')}>
      <Timeline source={{ thirdpartyId: record.thirdpartyId }} />
    </Panel>
  )
}
