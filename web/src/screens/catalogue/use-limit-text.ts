import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import type { FormColumn, FormField } from './catalogue.queries.ts'

/** The limits of an answer in words. */
export function useLimitText() {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ type, min, max, maxLength, integer, mustBeTrue }: FormField | FormColumn): string[] => {
    const limits = [
      min !== undefined && max !== undefined
        ? t('catalogue.limits.between', { min: number(min), max: number(max) })
        : min !== undefined
          ? t('catalogue.limits.atLeast', { min: number(min) })
          : max !== undefined && t('catalogue.limits.atMost', { max: number(max) }),
      integer === true && t('catalogue.limits.whole'),
      type === 'string' &&
        maxLength !== undefined &&
        t('catalogue.limits.characters', { number: number(maxLength) }),
      mustBeTrue === true && t('catalogue.limits.commitment'),
    ]
    return limits.filter((limit) => limit !== false)
  }
}
