import type { Static } from 'typebox'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { valuesOf, type AttributeValue, type Definition } from './attribute.ts'
import type { AttributeRecord } from './attributes.schemas.ts'
import type { Failure } from './expression-result.ts'

export interface ValuedDefinition {
  readonly definition: Definition
  readonly value: AttributeValue | null
  /** Why its calculation yielded nothing. */
  readonly failure: Failure | null
  readonly updatedAt: Date | null
}

/** An attribute of a record as it goes over the wire. */
export function attributeRecord({
  definition,
  value,
  failure,
  updatedAt,
}: ValuedDefinition): Static<typeof AttributeRecord> {
  const { attributeId, code, label, type, required } = definition
  return {
    attributeId,
    code,
    label,
    type,
    value,
    values: valuesOf(value),
    options: [...definition.options],
    calculated: definition.expression,
    failure,
    required,
    updatedAt: updatedAt && formatDateTime(updatedAt),
  }
}
