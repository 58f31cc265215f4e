import { Type, type Static } from 'typebox'
import { dateTimeSchema, namedObject, nullable } from '../../platform/http/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { staleFrom, type TrustVersion } from './trust-lists.queries.ts'

const List = namedObject('TrustedList', {
  country: Type.String({ description: 'Two letters; EU is the list of the lists.', examples: ['FR'] }),
  sequence: Type.Integer({ description: 'The number that the list gives itself.' }),
  issuedAt: dateTimeSchema,
  nextUpdate: nullable(dateTimeSchema),
  services: Type.Integer({ description: 'How many services it names.' }),
})

/** The trusted lists of the installation, as accounts and operators see them. */
export const trustedListsParts = {
  version: nullable(
    Type.Integer({ description: 'Of the trusted lists; null where the operator imported none.' }),
  ),
  importedAt: nullable(dateTimeSchema),
  staleFrom: nullable(dateTimeSchema),
  lists: Type.Array(List),
}
export const TrustedLists = namedObject('TrustedLists', trustedListsParts)

const timeOf = (iso: string | null) => (iso === null ? null : formatDateTime(new Date(iso)))

export function viewTrustedLists(trust: TrustVersion | null): Static<typeof TrustedLists> {
  const lists = trust?.lists ?? []
  return {
    version: trust?.version ?? null,
    importedAt: trust ? formatDateTime(trust.importedAt) : null,
    staleFrom: timeOf(staleFrom(lists)),
    lists: lists.map(({ country, sequence, issuedAt, nextUpdate, services }) => ({
      country,
      sequence,
      issuedAt: formatDateTime(new Date(issuedAt)),
      nextUpdate: timeOf(nextUpdate),
      services,
    })),
  }
}
