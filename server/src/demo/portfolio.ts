import { createBundledProviders, references, sampleIdentifiers } from '../domain/references/index.ts'
import { addThirdParty, parseLegalIdentifier } from '../domain/thirdparties/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Scope } from '../platform/kernel/index.ts'

export const supplierCode = (number: number): string => `SUP-${String(number).padStart(4, '0')}`

/**
 * Companies of the bundled registers, added the way any other is: events, totals and all. Only those registers
 * know them, so they are asked even where the installation itself asks others.
 */
export async function addCompanies(
  tx: Tx,
  scope: Scope,
  isWanted: (number: number) => boolean,
): Promise<void> {
  const registers = references(createBundledProviders())
  for (const [nth, given] of (await sampleIdentifiers()).entries()) {
    const number = nth + 1
    if (!isWanted(number)) continue
    const identifier = parseLegalIdentifier(given)
    const lookup = await registers.find(identifier)
    await addThirdParty(tx, scope, { identifier, lookup, code: supplierCode(number), unmanaged: null })
  }
}
