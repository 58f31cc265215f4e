import type { Evidence } from '../answer/answer-types.ts'
import type { Texts } from '../../i18n/en/index.ts'

export type Seal = NonNullable<Evidence['seal']>

interface SealVerdict {
  readonly name: keyof Texts['seals']['verdict']
  readonly tone: 'good' | 'info' | 'warning' | 'bad'
}

/** Both answers about a file as one, for people. An intact seal of somebody unknown proves little. */
export function verdictOf({ integrity, trust }: Pick<Seal, 'integrity' | 'trust'>): SealVerdict {
  if (integrity === 'UNSIGNED') return { name: 'unsigned', tone: 'info' }
  if (integrity === 'CHANGED') return { name: 'changed', tone: 'bad' }
  if (integrity === 'REVIEW') return { name: 'review', tone: 'warning' }
  if (trust === 'TRUSTED') return { name: 'trusted', tone: 'good' }
  return { name: trust === 'UNTRUSTED' ? 'untrusted' : 'unknown', tone: 'info' }
}
