import { Type, type Static } from 'typebox'

const maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const Address = Type.Object({
  care_of: maybe,
  po_box: maybe,
  premises: maybe,
  address_line_1: maybe,
  address_line_2: maybe,
  locality: maybe,
  postal_code: maybe,
  region: maybe,
})
const maybeAddress = Type.Optional(Type.Union([Address, Type.Null()]))

export const SearchItem = Type.Object({
  title: Type.String(),
  company_number: Type.String(),
  company_status: maybe,
  company_type: maybe,
  address: maybeAddress,
  date_of_creation: maybe,
  date_of_cessation: maybe,
})

export const SearchPage = Type.Object({
  // Absent when nothing matches.
  items: Type.Optional(Type.Union([Type.Array(SearchItem), Type.Null()])),
  total_results: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
})

export const Profile = Type.Object({
  company_name: Type.String(),
  company_number: Type.String(),
  company_status: maybe,
  company_status_detail: maybe,
  type: maybe,
  date_of_creation: maybe,
  date_of_cessation: maybe,
  sic_codes: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  registered_office_address: maybeAddress,
})

const part = Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()]))

const Officer = Type.Object({
  name: Type.String(),
  officer_role: Type.String(),
  resigned_on: maybe,
  nationality: maybe,
  // The public sees no day.
  date_of_birth: Type.Optional(Type.Union([Type.Object({ month: part, year: part }), Type.Null()])),
  identification: Type.Optional(Type.Union([Type.Object({ registration_number: maybe }), Type.Null()])),
})

export const Officers = Type.Object({
  items: Type.Optional(Type.Union([Type.Array(Officer), Type.Null()])),
  total_results: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
})

export type SearchItem = Static<typeof SearchItem>
export type Profile = Static<typeof Profile>
export type Officer = Static<typeof Officer>
export type Address = Static<typeof Address>
