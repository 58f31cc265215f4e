import { Type, type Static } from 'typebox'

const text = Type.Union([Type.String(), Type.Null()])
const maybe = Type.Optional(text)

const Establishment = Type.Object({
  siret: Type.String({ pattern: '^\\d{14}$' }),
  adresse: maybe,
  complement_adresse: maybe,
  numero_voie: maybe,
  indice_repetition: maybe,
  type_voie: maybe,
  libelle_voie: maybe,
  distribution_speciale: maybe,
  code_postal: maybe,
  libelle_commune: maybe,
  region: maybe,
  nom_commercial: maybe,
})

const Officer = Type.Object({
  nom: maybe,
  prenoms: maybe,
  annee_de_naissance: maybe,
  date_de_naissance: maybe,
  nationalite: maybe,
  siren: maybe,
  denomination: maybe,
  qualite: maybe,
  type_dirigeant: maybe,
})

const Result = Type.Object({
  siren: Type.String({ pattern: '^\\d{9}$' }),
  nom_complet: text,
  nom_raison_sociale: maybe,
  sigle: maybe,
  siege: Establishment,
  matching_etablissements: Type.Optional(Type.Array(Establishment)),
  activite_principale: maybe,
  nature_juridique: maybe,
  tranche_effectif_salarie: maybe,
  annee_tranche_effectif_salarie: maybe,
  etat_administratif: Type.Union([Type.Literal('A'), Type.Literal('C')]),
  date_creation: maybe,
  date_fermeture: maybe,
  dirigeants: Type.Optional(Type.Array(Officer)),
  tva: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
})

/** Only what we read; the service adds members freely. */
export const SearchAnswer = Type.Object({
  results: Type.Array(Result),
  total_results: Type.Optional(Type.Integer()),
})

/** What comes with a 400: a question the service will not look for. */
export const SearchRefusal = Type.Object({ erreur: Type.String() })

export type SearchResult = Static<typeof Result>
export type SearchAnswer = Static<typeof SearchAnswer>
