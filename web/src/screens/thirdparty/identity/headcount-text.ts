import type { TFunction } from 'i18next'
import type { Headcount } from '../../../api/index.ts'

type NumberTexts = (value: number) => string

export function headcountText(headcount: Headcount, number: NumberTexts, t: TFunction): string | null {
  const text = peopleText(headcount, number, t)
  const { year } = headcount
  return text === null || year === null ? text : t('thirdparty.headcountYear', { text, year: String(year) })
}

function peopleText({ value, min, max, band }: Headcount, number: NumberTexts, t: TFunction): string | null {
  if (value !== null) return number(value)
  if (min === null) return band
  if (max === null) return t('thirdparty.headcountFrom', { min: number(min) })
  return t('thirdparty.headcountRange', { min: number(min), max: number(max) })
}
