import { Type, type Static } from 'typebox'

const maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const optionalList = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Optional(Type.Union([Type.Array(item), Type.Null()]))

const Address = Type.Object({
  addressLines: optionalList(Type.String()),
  city: maybe,
  region: maybe,
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  postalCode: maybe,
})

const Name = Type.Object({ name: Type.String(), type: maybe })
const Registry = Type.Object({ id: maybe, other: maybe })

const Event = Type.Object({ type: maybe, status: maybe, effectiveDate: maybe, recordedDate: maybe })

const Entity = Type.Object({
  legalName: Type.Object({ name: Type.String({ minLength: 1 }) }),
  otherNames: optionalList(Name),
  transliteratedOtherNames: optionalList(Name),
  legalAddress: Address,
  headquartersAddress: Type.Optional(Type.Union([Address, Type.Null()])),
  registeredAt: Type.Optional(Type.Union([Registry, Type.Null()])),
  registeredAs: maybe,
  legalForm: Type.Optional(Type.Union([Registry, Type.Null()])),
  status: maybe,
  expiration: Type.Optional(Type.Union([Type.Object({ date: maybe, reason: maybe }), Type.Null()])),
  creationDate: maybe,
  eventGroups: optionalList(Type.Object({ events: optionalList(Event) })),
})

const LeiRecord = Type.Object({
  id: Type.String({ pattern: '^[0-9A-Z]{18}[0-9]{2}$' }),
  attributes: Type.Object({ entity: Entity, registration: Type.Object({ status: maybe }) }),
})

/** Only what we read; the service adds members freely. */
export const LeiRecords = Type.Object({
  data: Type.Array(LeiRecord),
  meta: Type.Object({ pagination: Type.Object({ total: Type.Number() }) }),
})

/** Some completions are names without a record behind them. */
export const Completions = Type.Object({
  data: Type.Array(
    Type.Object({
      relationships: Type.Optional(
        Type.Object({
          'lei-records': Type.Optional(Type.Object({ data: Type.Object({ id: Type.String() }) })),
        }),
      ),
    }),
  ),
})

export type LeiRecord = Static<typeof LeiRecord>
export type LeiEntity = Static<typeof Entity>
