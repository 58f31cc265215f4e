import { openDossiers } from '../../../src/domain/evaluation/index.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'
import { staffOf } from '../../../src/demo/people.ts'

/** Somebody opens a dossier of a type for these companies, whatever the rules say. */
export function openByHand(daysAgo: number, typeCode: string, numbers: readonly number[]): Act {
  return {
    daysAgo,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const { manager } = await staffOf(tx, scope)
        const companies = await companiesOf(tx, scope, numbers)
        await openDossiers(
          tx,
          manager.scope,
          companies.map(({ thirdpartyId }) => ({ ...unsaid, thirdpartyId, typeCode })),
        )
      },
  }
}

const unsaid = {
  origin: 'ON_DEMAND',
  ruleId: null,
  renews: null,
  reference: null,
  description: null,
  expirationDate: null,
  dueDate: null,
  dueDays: null,
  furtherDocuments: [],
} as const
