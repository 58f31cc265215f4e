import type { TFunction } from 'i18next'
import { formatSiren, type useFormat } from '../../../ui/format.ts'
import type { Company } from '../thirdparty.queries.ts'

type Executive = Company['executives'][number]
type Format = Pick<ReturnType<typeof useFormat>, 'month' | 'country'>

/** What a register tells of an executive besides name and role, in a line; null when it tells nothing. */
export function executiveFacts(
  { birthMonth, nationality, identifier }: Executive,
  format: Format,
  t: TFunction,
): string | null {
  const facts = [
    birthMonth && t('thirdparty.bornIn', { month: format.month(birthMonth) }),
    nationality && t('thirdparty.nationality', { country: format.country(nationality) }),
    identifier && formatSiren(identifier),
  ].filter(Boolean)
  return facts.length === 0 ? null : facts.join(' · ')
}
