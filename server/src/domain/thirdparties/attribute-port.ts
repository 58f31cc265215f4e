import type { RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { problem, namedObject } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/** An attribute as clients set it. */
export const GivenAttribute = namedObject('GivenAttribute', {
  label: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The name of the attribute, as the list of attributes gives it.',
  }),
  values: Type.Array(Type.Unknown(), {
    maxItems: 1_000,
    description:
      'One value of the attribute’s type, several for list_multiple, none to clear it. Texts have at most 1,000 characters, numbers at most 15 digits.',
    ...problem({ missing: 'ATTRIBUTE_VALUES_MISSING', type: 'ATTRIBUTE_VALUES_MISSING' }),
  }),
})
export type GivenAttribute = Static<typeof GivenAttribute>

/** `is` with an empty value finds third parties that have none. */
export interface AttributeCondition {
  readonly code: string
  readonly test: 'is' | 'min' | 'max'
  readonly value: string
}

/** How to walk third parties by an attribute: along the index of its values, then those without one. */
export interface AttributeOrder {
  /** What rows of attribute_value, called `av`, are walked. */
  readonly valued: RawBuilder<unknown>
  readonly key: 'av.text_key' | 'av.number_key'
  readonly type: 'text' | 'float8'
  /** True for third parties, called `t`, that those rows do not reach. */
  readonly missing: RawBuilder<unknown>
}

/** An attribute as the column of a table. */
export interface AttributeColumn {
  readonly code: string
  readonly label: string
  readonly type: 'text' | 'number' | 'boolean' | 'date'
}

/** In the transaction that adds the third party: sets what is given, calculates what is calculated. */
export type AddAttributes = (thirdpartyId: number, given: readonly GivenAttribute[]) => Promise<void>

/**
 * What third parties ask of their attributes. The slice of attributes lies above this one, so the composition
 * root hands it in.
 */
export interface ThirdPartyAttributes {
  /** Needs no third party yet, so it can travel with the statement that adds one, and holds the definitions. */
  prepare(tx: Tx, scope: Scope): Promise<AddAttributes>
  /** Conditions on `t`, the third party. */
  conditions(
    tx: ReadTx,
    scope: Scope,
    requested: readonly AttributeCondition[],
  ): Promise<RawBuilder<unknown>[]>
  order(tx: ReadTx, scope: Scope, code: string): Promise<AttributeOrder>
  /** All of them, in the order of the account. */
  columns(tx: ReadTx, scope: Scope): Promise<AttributeColumn[]>
  /** By third party, the values of the attributes with these codes: JSON texts of an object by code. */
  values(
    tx: ReadTx,
    scope: Scope,
    codes: readonly string[],
    thirdpartyIds: readonly number[],
  ): Promise<ReadonlyMap<number, string>>
}
