import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { valueText } from '../../../parts/attributes/attribute-value.ts'
import { usePartyName } from '../../../parts/owners/use-party-name.ts'
import { useUnits } from '../../../parts/units/use-units.ts'
import { useFormat } from '../../../ui/format.ts'
import { indicatorCodes } from '../list/column-keys.ts'
import { attributeCodeOf, filtersOf } from '../list/portfolio-search.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import { kindOfNames } from './event-kinds.ts'
import { unknownRating } from './rating-filter.tsx'

export interface ActiveFilter {
  key: string
  phrase: string
  /** Members of the address that go with it. */
  names: string[]
}

/** The filters in force, each in words. */
export function useFilterText(
  { accountId, search }: Pick<Portfolio, 'accountId' | 'search'>,
  definitions: readonly AttributeDefinition[],
): ActiveFilter[] {
  const { t } = useTranslation()
  const owner = usePartyName(accountId, search['owner'] ?? null)
  const wordsOf = useOneFilter(accountId, definitions, owner)
  return useMemo(() => {
    const { q: _typed, eventNames, eventOccurrenceStartDate: start, ...others } = filtersOf(search)
    const found = Object.entries(others).map(([name, value]) => ({
      key: name,
      phrase: wordsOf(name, value),
      names: [name],
    }))
    if (eventNames === undefined || start === undefined) return found
    const kind = kindOfNames(eventNames)
    const what = kind === null ? t('portfolio.filter.otherEvents') : t(`portfolio.event.${kind}`)
    const phrase = t('portfolio.filter.since', { what, day: wordsOf('since', start.slice(0, 10)) })
    return [...found, { key: 'events', phrase, names: ['eventNames', 'eventOccurrenceStartDate'] }]
  }, [search, wordsOf, t])
}

function useOneFilter(accountId: number, definitions: readonly AttributeDefinition[], owner: string | null) {
  const { t } = useTranslation()
  const { nameOf, isLoaded } = useUnits(accountId)
  const format = useFormat()
  return useMemo(() => {
    const pair = (label: string, value: string) => t('portfolio.filter.pair', { label, value })
    const own: Record<string, (value: string) => string> = {
      status: (value) => pair(t('portfolio.column.status'), t(`status.${value}` as 'status.ACTIVE')),
      dossierStatus: (value) =>
        pair(
          t('portfolio.column.dossierStatus'),
          t(`labels.dossierStatus.${value}` as 'labels.dossierStatus.VALID'),
        ),
      criticality: (value) => pair(t('portfolio.column.criticality'), value),
      countryCode: (value) => pair(t('portfolio.column.country'), format.country(value)),
      // A view may keep one that was deleted since, or that its reader does not see.
      unit: (value) =>
        pair(t('units.place.unit'), nameOf(Number(value)) ?? (isLoaded ? t('units.unknown') : '…')),
      owner: (value) => pair(t('owners.owner'), owner ?? value),
      relationship: (value) =>
        pair(
          t('portfolio.column.relationship'),
          t(`relationship.state.${value}` as 'relationship.state.NONE'),
        ),
      relationshipToReview: (value) =>
        t(value === 'true' ? 'portfolio.toReview.only' : 'portfolio.toReview.none'),
      source: (value) => t(`portfolio.source.${value}` as 'portfolio.source.MANAGED'),
      identityStatus: (value) =>
        t(`portfolio.identityStatus.${value}` as 'portfolio.identityStatus.COMPLETE'),
      archived: (value) => t(value === 'true' ? 'portfolio.archived.only' : 'portfolio.archived.all'),
      expiresBefore: (value) => t('portfolio.filter.endsBefore', { day: format.date(value) }),
      since: (value) => format.date(value),
    }
    for (const code of indicatorCodes) {
      own[`rating.${code}`] = (value) =>
        pair(
          t(`portfolio.column.${code}`),
          value.replaceAll(',', ', ').replace(unknownRating, t('portfolio.filter.notRated')),
        )
    }
    return (name: string, value: string): string => {
      const known = own[name]
      if (known) return known(value)
      const code = attributeCodeOf(name)
      const definition = definitions.find((one) => one.code === code)
      const label = definition?.label ?? code ?? name
      const visible = definition === undefined ? value : attributeText(definition, value, { format, t })
      if (name.endsWith('.min')) return t('portfolio.filter.atLeast', { label, value: visible })
      if (name.endsWith('.max')) return t('portfolio.filter.atMost', { label, value: visible })
      return pair(label, visible)
    }
  }, [definitions, format, nameOf, isLoaded, owner, t])
}

type FilterTexts = Parameters<typeof valueText>[2]

function attributeText({ type }: AttributeDefinition, text: string, phrase: FilterTexts): string {
  if (type === 'boolean') return valueText(type, text === 'true', phrase) ?? text
  const number = Number(text)
  const isNumber = (type === 'decimal' || type === 'percentage') && !Number.isNaN(number)
  return valueText(type, isNumber ? number : text, phrase) ?? text
}
