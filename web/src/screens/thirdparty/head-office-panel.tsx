import { useTranslation } from 'react-i18next'
import type { Address, ThirdParty } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts, Panel } from '../../ui/panel.tsx'

function linesOf({ lines, postalCode, city }: Address): string[] {
  const town = [postalCode, city].filter((part) => part !== null).join(' ')
  return town === '' ? lines : [...lines, town]
}

export function HeadOfficePanel({ record }: { record: ThirdParty }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { headOffice } = record
  const country = headOffice?.countryCode ?? record.countryCode
  const lines = headOffice === null ? [] : linesOf(headOffice)
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
    </Panel>
  )
}
