import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { nonBlankLine, problem } from '../../platform/http/index.ts'
import { filter } from '../../platform/lists/index.ts'

const system = '[A-Z0-9][A-Z0-9_.-]{0,39}'

export const referenceSystem = Type.String({
  pattern: `^${system}$`,
  description: 'The other system, in capitals: letters, digits, dots, dashes and underscores.',
  examples: ['SAP'],
})
export const referenceValue = nonBlankLine({
  maxLength: 200,
  description: 'What that system calls the record. Spaces around it do not count; everything else does.',
})

export const Reference = Type.Object(
  { system: Type.String(), value: Type.String() },
  { title: 'ExternalReference' },
)
export type Reference = Static<typeof Reference>

/** As a record shows them. */
export const referencesField = {
  references: Type.Array(Reference, { description: 'What other systems call it, by system.' }),
}

/** What can have references. A check of the table holds the same list. */
export type ReferencedKind = 'THIRD_PARTY' | 'DOSSIER'

/** The one record of this kind that a system calls so; `id` is the number of the record in the list. */
export const referenceFilter = (kind: ReferencedKind, id: RawBuilder<unknown>) => ({
  reference: filter(
    Type.String({
      pattern: `^${system}:.*\\S`,
      maxLength: 250,
      description: 'What another system calls it: the system, a colon and the value.',
      examples: ['SAP:4711'],
      ...problem({ invalid: 'REFERENCE_FILTER_INVALID' }),
    }),
    (written, { scope: { accountId } }) => {
      const colon = written.indexOf(':')
      const value = written.slice(colon + 1).trim()
      return sql`${id} = (select r.subject from external_reference r where r.account_id = ${accountId}
        and r.kind = ${kind} and r.system = ${written.slice(0, colon)} and r.value = ${value})`
    },
  ),
})
