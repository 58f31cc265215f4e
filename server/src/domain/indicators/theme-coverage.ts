import { themeCodes, type Language } from '../../platform/kernel/index.ts'
import type { DocumentStatus } from '../evaluation/index.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { earliest } from './days.ts'
import type { DocumentFacts } from './facts.ts'
import type { ThemeCoverage } from './indicator.schema.ts'
import { themeLabel } from './indicator.view.ts'
import { roundDown } from './rating.ts'

const worstFirst: readonly DocumentStatus[] = [
  'INVALID',
  'ACTION_REQUIRED',
  'BELOW_EXPECTATION',
  'MISSING',
  'ONGOING',
  'VALID',
]
const over = ['EXPIRED', 'GRACE_OVER']

/** How much of what is required of a third party is there, theme by theme; every unit stands in one count. */
export function themeCoverage(documents: readonly DocumentFacts[], language: Language): ThemeCoverage[] {
  const units = groupAlternatives(documents)
  return themeCodes.map((theme) => {
    const own = units.filter((unit) => unit.theme === theme)
    const required = own.length
    const withStatus = (wanted: DocumentStatus) => own.filter(({ status }) => status === wanted)
    const valid = withStatus('VALID')
    const pending = withStatus('ONGOING').length
    const missing = withStatus('MISSING').length
    const expired = own.filter(({ reason }) => over.includes(reason)).length
    return {
      theme,
      label: themeLabel(theme, language),
      required,
      valid: valid.length,
      pending,
      missing,
      expired,
      toCorrect: required - valid.length - pending - missing - expired,
      percentage: required === 0 ? null : roundDown((100 * valid.length) / required),
      nextExpiry: earliest(valid.map(({ expirationDate }) => expirationDate)),
      worstStatus: worstFirst.find((status) => withStatus(status).length > 0) ?? null,
    }
  })
}
