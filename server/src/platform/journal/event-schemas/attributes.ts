import { Type } from 'typebox'
import { eventData, id, oneOf, text, textOrNull } from './parts.ts'

const value = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()], {
    description,
  })

/** Of third parties and of dossiers alike, set by hand or calculated. */
export const attributeUpdated = eventData('AttributeUpdatedData', {
  attributeId: id('The attribute.'),
  code: textOrNull('Its code at that moment.'),
  label: textOrNull('Its label at that moment.'),
  before: value('The former value; null if there was none.'),
  after: value('The new value; null if it was cleared.'),
})

const figures = Type.Object({
  value: Type.Union([Type.Number(), Type.Null()], { description: 'From 0 to 100; null while unknown.' }),
  rating: Type.Union([Type.Enum(['A', 'B', 'C', 'D', 'E']), Type.Null()], {
    description: 'The letter for the value.',
  }),
  state: oneOf(['KNOWN', 'PARTIAL', 'UNKNOWN', 'STALE'], 'How far the value can be relied on.'),
  model: Type.Object(
    { name: text('Its name.'), version: Type.Integer({ description: 'Its version.' }) },
    { description: 'The model that calculated it.' },
  ),
})

export const indicatorUpdated = eventData('IndicatorUpdatedData', {
  code: Type.String({ description: 'The indicator.', examples: ['LEGAL_COMPLIANCE'] }),
  before: Type.Union([figures, Type.Null()], { description: 'Null for the first value.' }),
  after: figures,
})
