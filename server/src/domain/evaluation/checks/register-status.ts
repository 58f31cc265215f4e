import { formDay, type Language } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'

export const registerStatusCode = 'REGISTER_STATUS'

/** What the register says of a company, as far as this check goes. */
export interface RegisterFacts {
  readonly name: string | null
  readonly siren: string | null
  readonly status: 'ACTIVE' | 'IN_COLLECTIVE_PROCEDURE' | 'STRUCK_OFF'
  readonly statusDetail: string | null
  /** YYYY-MM-DD */
  readonly statusSince: string | null
  readonly closureDate: string | null
}

const titles = {
  name: { fr: 'Dénomination', en: 'Name' },
  siren: { fr: 'SIREN', en: 'SIREN' },
  status: { fr: 'Situation', en: 'Status' },
  statusDetail: { fr: 'Précision', en: 'Detail' },
  statusSince: { fr: 'Depuis le', en: 'Since' },
  closureDate: { fr: 'Date de fermeture', en: 'Closed on' },
} as const satisfies Record<keyof RegisterFacts, Record<Language, string>>

/** As the answers of a form nobody filled in; equal facts give equal answers. */
export function registerFormdata(facts: RegisterFacts, language: Language): FormEntry[] {
  const keys = Object.keys(titles) as (keyof RegisterFacts)[]
  const told = keys.flatMap((key) => {
    const value = facts[key]
    if (value === null) return []
    const isDay = key === 'statusSince' || key === 'closureDate'
    return [{ key, isDay, title: titles[key][language], value: isDay ? formDay(value) : value }]
  })
  return told.map(({ key, isDay, title, value }, index) => ({
    type: isDay ? ('date' as const) : ('string' as const),
    key,
    title,
    order: index + 1,
    value,
  }))
}
