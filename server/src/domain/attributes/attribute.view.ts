import type { Static } from 'typebox'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { valuesOf, type AttributeValue, type Definition } from './attribute.ts'
import type { AttributeRecord } from './attributes.schemas.ts'

export interface ValuedDefinition {
  readonly definition: Definition
  readonly value: AttributeValue | null
  readonly updatedAt: Date | null
}

/** An attribute of a record as it goes over the wire. */
export function attributeRecord({
  definition,
  value,
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
    required,
    updatedAt: updatedAt && formatDateTime(updatedAt),
  }
}
