import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { type RuleDraft } from './rules.queries.ts'
import { dossierTypesQuery } from '../../parts/catalogue/catalogue.queries.ts'

const visible = 4

export const sections = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'I',
  'J',
  'K',
  'L',
  'M',
  'N',
  'O',
  'P',
  'Q',
  'R',
  'S',
  'T',
  'U',
] as const
type Section = (typeof sections)[number]

export const isSection = (code: string): code is Section => sections.some((one) => one === code)

/** The names of the dossier types, for whoever reads this page. */
export function useTypeLabels(): (code: string) => string {
  const { data: types } = useQuery(dossierTypesQuery(useAccountId()))
  return (code) => types?.find((type) => type.code === code)?.label[currentLanguage()] ?? code
}

/** What a rule asks, and of whom, as a person would say it. */
export function useRuleText(): (rule: Pick<RuleDraft, 'criteria' | 'dossierTypeCodes' | 'dueDays'>) => {
  whom: string
  what: string
} {
  const { t } = useTranslation()
  const format = useFormat()
  const labelOf = useTypeLabels()
  const some = (values: string[]) =>
    values.length <= visible
      ? values.join(', ')
      : t('rules.andMore', { list: values.slice(0, visible).join(', '), count: values.length - visible })

  return ({ criteria, dossierTypeCodes, dueDays }) => {
    const { countries, sectors, criticalities, purchaseAmount } = criteria
    const { min, max } = purchaseAmount
    const parts = [
      countries.length > 0 && t('rules.inCountries', { list: some(countries.map(format.country)) }),
      sectors.length > 0 &&
        t('rules.inSectors', {
          list: some(sectors.map((code) => (isSection(code) ? t(`rules.sections.${code}`) : code))),
        }),
      criticalities.length > 0 && t('rules.ofCriticality', { list: some(criticalities) }),
      min !== null && t('rules.fromAmount', { amount: format.number(min) }),
      max !== null && t('rules.toAmount', { amount: format.number(max) }),
    ].filter((part) => part !== false)
    return {
      whom: parts.length === 0 ? t('rules.everyone') : parts.join(' · '),
      what: [
        dossierTypeCodes.map(labelOf).join(', '),
        ...(dueDays === null ? [] : [t('rules.dueIn', { count: dueDays })]),
      ].join(' · '),
    }
  }
}
