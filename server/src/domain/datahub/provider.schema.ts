import { Type, type Static } from 'typebox'
import { dateTimeSchema, nullable, singleLine, namedObject } from '../../platform/http/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { mappedNames, type MappedName } from './mapping.ts'
import { providers } from './providers.ts'
import type { StoredProvider } from './providers.queries.ts'

export const providerName = Type.Enum([...providers], { title: 'DataHubProviderName' })
export const providerParams = Type.Object({ provider: providerName })

const ScaleSchema = namedObject('DataHubScale', {
  id: Type.String({ minLength: 1, maxLength: 60 }),
  version: Type.String({ minLength: 1, maxLength: 20 }),
  min: Type.Number(),
  max: Type.Number(),
  direction: Type.Enum(['HIGHER_IS_BETTER', 'LOWER_IS_BETTER']),
  bands: Type.Array(
    Type.Object({
      code: Type.String({ minLength: 1, maxLength: 40, description: 'The provider’s grade.' }),
      from: nullable(Type.Number({ description: 'The scores that have this grade.' })),
      to: nullable(Type.Number()),
      value: Type.Number({ minimum: 0, maximum: 100 }),
    }),
    {
      maxItems: 50,
      description: 'What grades are worth from 0 to 100; without ranges, scores count along the scale.',
    },
  ),
})

const HttpSchema = namedObject('DataHubSource', {
  baseUrl: Type.String({ minLength: 8, maxLength: 500, description: 'On a host the operator allows.' }),
  path: Type.String({
    maxLength: 500,
    description:
      'Below the base, with {siren}, {siret}, {vatNumber}, {duns}, {lei}, {name} or {countryCode} where they go.',
    examples: ['companies/{siren}/score'],
  }),
  query: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 500 }), { maxProperties: 20 }),
})

const pointer = nullable(
  Type.String({ maxLength: 200, pattern: '^(/([^~/]|~[01])*)*$', description: 'A JSON pointer (RFC 6901).' }),
)
const pointers = <S extends typeof pointer>(each: S) =>
  Object.fromEntries(mappedNames.map((name) => [name, each])) as Record<MappedName, S>
const MappingSchema = namedObject('DataHubMapping', pointers(pointer))

const pollHours = Type.Integer({ minimum: 1, maximum: 8_760 })
const staleAfterDays = Type.Integer({
  minimum: 1,
  maximum: 3_650,
  description: 'A value the provider has not confirmed for so long is STALE.',
})
const kind = Type.Enum(['FILE', 'HTTP', 'PUSH'])
const label = singleLine({ minLength: 1, maxLength: 200 })

export const ProviderBody = Type.Object({
  kind,
  label,
  scale: ScaleSchema,
  mapping: Type.Optional(
    Type.Partial(MappingSchema, { description: 'What is left out stands where our own words would.' }),
  ),
  http: Type.Optional(nullable(HttpSchema)),
  auth: Type.Optional(
    nullable(
      Type.Object(
        {
          header: Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$', examples: ['Authorization'] }),
          value: Type.String({ pattern: '^[\\x20-\\x7e]{1,4000}$' }),
        },
        {
          description:
            'Sent with each request. Left out: as before, unless the address leads to another host; null: none. It is never shown again.',
        },
      ),
    ),
  ),
  pollHours: Type.Optional(pollHours),
  staleAfterDays,
})
export type ProviderBody = Static<typeof ProviderBody>

const fields = {
  provider: providerName,
  kind,
  label,
  scale: ScaleSchema,
  mapping: MappingSchema,
  http: nullable(HttpSchema),
  authHeader: nullable(Type.String({ description: 'The header that is sent; what it says is not shown.' })),
  pollHours,
  staleAfterDays,
  pushSecretSet: Type.Boolean(),
  previousSecretUntil: nullable(dateTimeSchema),
  version: Type.Integer({ description: '0 as shipped.' }),
  updatedAt: nullable(dateTimeSchema),
}
export const ProviderRecord = Type.Object(fields, { title: 'DataHubProvider' })
export const ProviderSecretRecord = namedObject('DataHubProviderWithSecret', {
  ...fields,
  secret: Type.Optional(
    Type.String({
      description: 'Shown this once; not repeated when the request is replayed by its Idempotency-Key.',
    }),
  ),
})

export function providerView(stored: StoredProvider) {
  const { provider, kind: by, label: name, scale, mapping, http, authHeader } = stored
  return {
    provider,
    kind: by,
    label: name,
    scale: { ...scale, bands: [...scale.bands] },
    mapping,
    http: http && { ...http, query: { ...http.query } },
    authHeader,
    pollHours: stored.pollHours,
    staleAfterDays: stored.staleAfterDays,
    pushSecretSet: stored.sealedPushSecret !== null,
    previousSecretUntil: stored.previousSecretUntil && formatDateTime(stored.previousSecretUntil),
    version: stored.version,
    updatedAt: stored.updatedAt && formatDateTime(stored.updatedAt),
  }
}
