import { useTranslation } from 'react-i18next'
import { useUnits } from '../../parts/units/use-units.ts'
import { useFormat } from '../../ui/format.ts'
import type { RuleDraft } from './owners-page.queries.ts'

const mostNames = 4

/** Which companies a rule is about, as a person would say it. */
export function useTermsText(accountId: number): (rule: RuleDraft) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const { nameOf } = useUnits(accountId)
  const some = (names: string[]) =>
    names.length <= mostNames
      ? names.join(', ')
      : t('owners.rules.andMore', {
          list: names.slice(0, mostNames).join(', '),
          count: names.length - mostNames,
        })
  return ({ countries, categories, criticalities, unitId }) => {
    const terms = [
      categories.length > 0 && t('owners.rules.category', { list: some(categories) }),
      criticalities.length > 0 && t('owners.rules.criticality', { list: some(criticalities) }),
      countries.length > 0 && t('owners.rules.in', { list: some(countries.map(format.country)) }),
      unitId !== null && t('owners.rules.ofUnit', { name: nameOf(unitId) ?? '…' }),
    ].filter((term) => term !== false)
    if (terms.length === 0) return t('owners.rules.everything')
    return t('owners.rules.whom', { terms: terms.join(' · ') })
  }
}
