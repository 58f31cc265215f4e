import { Type, type Static } from 'typebox'
import { nullable, singleLine, namedObject } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

const name = Type.Optional(nullable(singleLine({ minLength: 1, maxLength: 100 })))

export const GivenContact = namedObject('GivenContact', {
  email: Type.String({ minLength: 3, maxLength: 254, examples: ['compta@supplier.example'] }),
  firstName: name,
  lastName: name,
  language: Type.Optional(Type.Enum(['fr', 'en'], { description: 'In which this person is written to.' })),
})
export type GivenContact = Static<typeof GivenContact>

/** What third parties ask of their contacts; that slice lies above this one, so the composition root hands it in. */
export interface ThirdPartyContacts {
  /** In the transaction that adds the third party. */
  add(tx: Tx, scope: Scope, thirdpartyId: number, given: readonly GivenContact[]): Promise<void>
}
