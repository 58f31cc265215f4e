import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { relationshipStates } from '../../../parts/relationship/relationship-pill.tsx'
import { useUnits } from '../../../parts/units/use-units.ts'
import { dossierStatuses } from '../../../ui/status-pills.tsx'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import { useCountries } from '../use-countries.ts'

const statuses = ['ACTIVE', 'IN_COLLECTIVE_PROCEDURE', 'STRUCK_OFF'] as const
const sources = ['MANAGED', 'UNMANAGED'] as const
const identities = ['PENDING', 'COMPLETE', 'NOT_FOUND'] as const

interface Field {
  name: string
  label: string
  data: { value: string; label: string }[]
  searchable?: boolean
}

interface Props {
  portfolio: Portfolio
  definitions: readonly AttributeDefinition[]
}

/** Those every portfolio has. */
export function OwnFilters({ portfolio, definitions }: Props) {
  const { t } = useTranslation()
  return useFields(portfolio.accountId, definitions).map(({ name, label, data, searchable = false }) => (
    <Select
      key={name}
      label={label}
      placeholder={name === 'archived' ? t('portfolio.archived.none') : t('common.all')}
      data={data}
      searchable={searchable}
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      value={portfolio.search[name] ?? null}
      onChange={(value) => portfolio.change({ [name]: value })}
    />
  ))
}

function useFields(accountId: number, definitions: readonly AttributeDefinition[]): Field[] {
  const { t } = useTranslation()
  // Those the reader sees, and nothing in an account without units.
  const { choices: units } = useUnits(accountId)
  const countries = useCountries()
  return useMemo(() => {
    const criticality = definitions.find(({ code }) => code === 'CRITICALITY')?.options ?? []
    const found: Field[] = [
      {
        name: 'dossierStatus',
        label: t('portfolio.column.dossierStatus'),
        data: dossierStatuses.map((value) => ({ value, label: t(`labels.dossierStatus.${value}`) })),
      },
      {
        name: 'status',
        label: t('portfolio.column.status'),
        data: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      {
        name: 'criticality',
        label: t('portfolio.column.criticality'),
        data: criticality.map((value) => ({ value, label: value })),
      },
      { name: 'countryCode', label: t('portfolio.column.country'), data: countries, searchable: true },
      { name: 'unit', label: t('units.place.unit'), data: units, searchable: true },
      {
        name: 'relationship',
        label: t('portfolio.column.relationship'),
        data: relationshipStates.map((value) => ({ value, label: t(`relationship.state.${value}`) })),
      },
      {
        name: 'relationshipToReview',
        label: t('portfolio.toReview.label'),
        data: [{ value: 'true', label: t('portfolio.toReview.only') }],
      },
      {
        name: 'source',
        label: t('portfolio.column.source'),
        data: sources.map((value) => ({ value, label: t(`portfolio.source.${value}`) })),
      },
      {
        name: 'identityStatus',
        label: t('portfolio.column.identity'),
        data: identities.map((value) => ({ value, label: t(`portfolio.identityStatus.${value}`) })),
      },
      {
        name: 'archived',
        label: t('portfolio.archived.label'),
        data: [
          { value: 'true', label: t('portfolio.archived.only') },
          { value: 'all', label: t('portfolio.archived.all') },
        ],
      },
    ]
    return found.filter(({ data }) => data.length > 0)
  }, [t, countries, units, definitions])
}
