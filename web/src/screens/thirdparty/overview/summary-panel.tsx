import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Facts, Panel } from '../../../ui/panel.tsx'
import { headcountText } from '../identity/headcount-text.ts'
import { Provenance } from '../identity/provenance.tsx'
import type { Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './overview.module.css'

/** The company in a few lines; everything else stands in its own part. */
export function SummaryPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { headOffice, headcount, countryCode } = record
  const country = headOffice?.countryCode ?? countryCode
  const town = [headOffice?.city, country === null ? null : format.country(country)]
  const seeAll = (
    <Link
      to="/account/$accountId/thirdparties/$thirdpartyId"
      params={useThirdPartyIds()}
      search={{ tab: 'identity' }}
      resetScroll={false}
      className={classes.more}
    >
      {t('thirdparty.seeAll')}
    </Link>
  )
  return (
    <Panel title={t('thirdparty.identity')} actions={seeAll}>
      <Facts
        facts={[
          { label: t('thirdparty.legalForm'), value: record.legalForm?.label ?? record.legalForm?.code },
          { label: t('thirdparty.headOffice'), value: town.filter(Boolean).join(', ') },
          { label: t('thirdparty.mainActivity'), value: record.mainActivity },
          {
            label: t('thirdparty.headcount'),
            value: headcount && headcountText(headcount, format.number, t),
          },
          {
            label: t('thirdparty.created'),
            value: record.creationDate && format.date(record.creationDate),
            optional: true,
          },
        ]}
      />
      <Provenance record={record} groups={['identity']} />
    </Panel>
  )
}
