import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'

/** The trusted lists of the installation, one row a country. */
export function TrustedLists({ lists }: { lists: Answer<'getSealTrust'>['lists'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <DataTable
      label={t('sealTrust.lists')}
      rows={lists}
      rowKey={({ country }) => country}
      columns={[
        {
          key: 'country',
          label: t('sealTrust.country'),
          render: ({ country }) => (country === 'EU' ? t('sealTrust.union') : format.country(country)),
        },
        {
          key: 'number',
          label: t('sealTrust.number'),
          align: 'end',
          render: ({ sequence }) => sequence,
        },
        { key: 'issued', label: t('sealTrust.issued'), render: ({ issuedAt }) => format.day(issuedAt) },
        {
          key: 'next',
          label: t('sealTrust.next'),
          render: ({ nextUpdate }) => (nextUpdate === null ? '–' : format.day(nextUpdate)),
        },
        {
          key: 'services',
          label: t('sealTrust.services'),
          align: 'end',
          render: ({ services }) => format.number(services),
        },
      ]}
    />
  )
}
