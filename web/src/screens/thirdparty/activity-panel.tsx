import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Headcount, ThirdParty } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts, Panel } from '../../ui/panel.tsx'

export function ActivityPanel({ record }: { record: ThirdParty }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { headcount, nafCode, activityScheme } = record
  const scheme = activityScheme === null ? '' : ` (${activityScheme})`
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
    </Panel>
  )
}

function headcountText(headcount: Headcount, number: (value: number) => string, t: TFunction): string | null {
  const text = peopleText(headcount, number, t)
  const { year } = headcount
  return text === null || year === null ? text : t('thirdparty.headcountYear', { text, year: String(year) })
}

function peopleText(headcount: Headcount, number: (value: number) => string, t: TFunction): string | null {
  const { value, min, max, band } = headcount
  if (value !== null) return number(value)
  if (min === null) return band
  if (max === null) return t('thirdparty.headcountFrom', { min: number(min) })
  return t('thirdparty.headcountRange', { min: number(min), max: number(max) })
}
