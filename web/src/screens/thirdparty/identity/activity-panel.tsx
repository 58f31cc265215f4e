import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Facts, Panel } from '../../../ui/panel.tsx'
import type { Company } from '../thirdparty.queries.ts'
import { headcountText } from './headcount-text.ts'
import { Provenance } from './provenance.tsx'

const schemes: Record<string, string> = {
  NAF1993: 'NAF 1993',
  NAFRev1: 'NAF Rev. 1',
  NAFRev2: 'NAF Rev. 2',
  NAF2025: 'NAF 2025',
  NACE2: 'NACE Rev. 2',
  UKSIC2007: 'UK SIC 2007',
}

export function ActivityPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { headcount, nafCode, activityScheme } = record
  const scheme = activityScheme === null ? '' : ` (${schemes[activityScheme] ?? activityScheme})`
  return (
    <Panel title={t('thirdparty.activity')}>
      <Facts
        facts={[
          { label: t('thirdparty.mainActivity'), value: record.mainActivity },
          { label: t('thirdparty.activityCode'), value: nafCode === null ? null : `${nafCode}${scheme}` },
          {
            label: t('thirdparty.headcount'),
            value: headcount && headcountText(headcount, format.number, t),
          },
        ]}
      />
      <Provenance record={record} groups={['activity', 'headcount']} />
    </Panel>
  )
}
