import { Type } from 'typebox'
import { dateSchema, dateTimeSchema, nullable, namedObject } from '../../platform/http/index.ts'
import { providerName } from './provider.schema.ts'

const text = nullable(Type.String())
const figures = {
  value: nullable(Type.Number({ description: '0 to 100, higher is better; null is unknown, not zero.' })),
  raw: nullable(Type.String({ description: 'As the provider says it.' })),
  score: nullable(Type.Number()),
  band: text,
}

export const MonitoringView = Type.Object(
  {
    provider: providerName,
    label: Type.String(),
    kind: Type.Enum(['FILE', 'HTTP', 'PUSH']),
    active: Type.Boolean(),
    since: nullable(dateTimeSchema),
    state: Type.Enum(['KNOWN', 'UNKNOWN', 'STALE']),
    ...figures,
    scaleId: text,
    scaleVersion: text,
    asOf: nullable(dateSchema),
    receivedAt: nullable(dateTimeSchema),
    confirmedAt: nullable(dateTimeSchema),
    staleAt: nullable(dateTimeSchema),
    source: nullable(Type.Enum(['FILE', 'HTTP', 'PUSH', 'VERIFICATION'])),
    reference: text,
    url: text,
    rationale: text,
    failure: nullable(
      Type.Object({
        reason: Type.Enum([
          'UNAVAILABLE',
          'NOT_FOUND',
          'NO_IDENTIFIER',
          'NO_VALUE',
          'SCORE_INVALID',
          'OUT_OF_SCALE',
          'DATE_INVALID',
          'URL_REFUSED',
        ]),
        since: dateTimeSchema,
      }),
    ),
    nextAskedAt: nullable(dateTimeSchema),
    lastVerification: Type.Optional(
      nullable(
        Type.Object(
          { status: Type.String(), date: nullable(dateSchema), documentId: Type.Integer() },
          { description: 'With DOCCHECK: what became of the last document that was verified.' },
        ),
      ),
    ),
  },
  { title: 'Monitoring' },
)

export const ValueView = namedObject('MonitoringValue', {
  valueId: Type.Integer(),
  ...figures,
  scaleId: Type.String(),
  scaleVersion: Type.String(),
  asOf: dateSchema,
  receivedAt: dateTimeSchema,
  source: Type.Enum(['FILE', 'HTTP', 'PUSH', 'VERIFICATION']),
  reference: text,
  url: text,
  rationale: text,
  detail: Type.Unknown({ description: 'The provider’s own words, when they were few; else null.' }),
})

export const NewsView = namedObject('NewsItem', {
  itemId: Type.String({ description: 'Hits on it have it as their entryId.' }),
  title: Type.String(),
  summary: text,
  url: text,
  publishedAt: dateTimeSchema,
  sentiment: nullable(Type.Number({ description: '-1 to 1.' })),
  receivedAt: dateTimeSchema,
})
