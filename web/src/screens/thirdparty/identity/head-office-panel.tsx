import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Facts, Panel } from '../../../ui/panel.tsx'
import type { Company } from '../thirdparty.queries.ts'
import { addressLines } from './address-lines.ts'
import { Provenance } from './provenance.tsx'

export function HeadOfficePanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { headOffice } = record
  const country = headOffice?.countryCode ?? record.countryCode
  const lines = headOffice === null ? [] : addressLines(headOffice)
  const address =
    lines.length === 0 ? null : lines.map((line, index) => <div key={`${index} ${line}`}>{line}</div>)
  return (
    <Panel title={t('thirdparty.headOffice')}>
      <Facts
        facts={[
          { label: t('thirdparty.address'), value: address },
          { label: t('thirdparty.region'), value: headOffice?.region, optional: true },
          { label: t('thirdparty.country'), value: country === null ? null : format.country(country) },
        ]}
      />
      <Provenance record={record} groups={['address']} />
    </Panel>
  )
}
