import type { AccountScope, VisibleUnits } from '../kernel/index.ts'
import type { NamedAccount } from './account-query.ts'

export function nameAccount({ accountId, units }: AccountScope): NamedAccount {
  if (!Number.isSafeInteger(accountId)) throw new Error('A scope without an account reached the database.')
  return { id: String(accountId), units: unitsText(units) }
}

/** For the preamble of a transaction. */
export function setAccount(scope: AccountScope): string {
  const { id, units } = nameAccount(scope)
  return `set local app.account = '${id}'; set local app.units = '${units}'`
}

function joinSets(sets: readonly number[]): string[] {
  const ordered = sets.toSorted((a, b) => a - b)
  const firsts = ordered.filter((set, index) => set - 1 !== ordered[index - 1])
  const lasts = ordered.filter((set, index) => set + 1 !== ordered[index + 1])
  return firsts.map((first, index) => `[${first},${lasts[index]}]`)
}

const unitsTexts = new WeakMap<readonly number[], string>()

/** Sets are written as ranges, joined where they touch: each statement reads the text anew. */
function unitsText(units: VisibleUnits): string {
  if (units === 'ALL') return 'all'
  const known = unitsTexts.get(units)
  if (known !== undefined) return known
  if (!units.every(Number.isSafeInteger))
    throw new Error('A scope with a strange sight reached the database.')
  const text = `{${joinSets(units).join(',')}}`
  unitsTexts.set(units, text)
  return text
}
