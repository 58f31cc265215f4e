import { Type, type Static } from 'typebox'

const maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]))
/** JSON written into a string, as published; or the value itself, as some exports have it. */
const nested = Type.Optional(Type.Unknown())

/** Only what we read; the dataset has many more fields. */
export const BodaccRecord = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  dateparution: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  familleavis: maybe,
  familleavis_lib: maybe,
  typeavis: maybe,
  registre: Type.Optional(Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()])),
  tribunal: maybe,
  url_complete: maybe,
  listepersonnes: nested,
  listeprecedentexploitant: nested,
  listeprecedentproprietaire: nested,
  jugement: nested,
  acte: nested,
  modificationsgenerales: nested,
  radiationaurcs: nested,
  depot: nested,
  divers: nested,
  parutionavisprecedent: nested,
})

export const BodaccPage = Type.Object({ total_count: Type.Number(), results: Type.Array(BodaccRecord) })

export type BodaccRecord = Static<typeof BodaccRecord>
