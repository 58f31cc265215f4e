import { Type, type Static, type TSchema } from 'typebox'

const maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const maybeMany = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, maybe])) as Record<K, typeof maybe>

/** Values with a history; those of today stand in the first period, or in the unit of an establishment. */
const historised = maybeMany(
  'nomUniteLegale',
  'nomUsageUniteLegale',
  'denominationUniteLegale',
  'denominationUsuelle1UniteLegale',
  'categorieJuridiqueUniteLegale',
  'activitePrincipaleUniteLegale',
  'nomenclatureActivitePrincipaleUniteLegale',
  'nicSiegeUniteLegale',
)
const state = { etatAdministratifUniteLegale: Type.Union([Type.Literal('A'), Type.Literal('C')]) }
const lasting = maybeMany(
  'statutDiffusionUniteLegale',
  'dateCreationUniteLegale',
  'sigleUniteLegale',
  'prenomUsuelUniteLegale',
  'prenom1UniteLegale',
  'trancheEffectifsUniteLegale',
  'anneeEffectifsUniteLegale',
)

const Period = Type.Object({ ...state, ...historised, ...maybeMany('dateDebut', 'dateFin') })

const LegalUnit = Type.Object({
  ...lasting,
  siren: Type.String({ pattern: '^\\d{9}$' }),
  periodesUniteLegale: Type.Array(Period, { minItems: 1 }),
})

const Address = Type.Object(
  maybeMany(
    'complementAdresseEtablissement',
    'numeroVoieEtablissement',
    'indiceRepetitionEtablissement',
    'typeVoieEtablissement',
    'libelleVoieEtablissement',
    'distributionSpecialeEtablissement',
    'codePostalEtablissement',
    'libelleCommuneEtablissement',
    'libelleCommuneEtrangerEtablissement',
    'libellePaysEtrangerEtablissement',
    'codeCommuneEtablissement',
  ),
)

const Establishment = Type.Object({
  siren: Type.String({ pattern: '^\\d{9}$' }),
  siret: Type.String({ pattern: '^\\d{14}$' }),
  etablissementSiege: Type.Boolean(),
  uniteLegale: Type.Object({ ...state, ...historised, ...lasting }),
  adresseEtablissement: Address,
  periodesEtablissement: Type.Optional(
    Type.Array(Type.Object(maybeMany('denominationUsuelleEtablissement', 'enseigne1Etablissement'))),
  ),
})

const Header = Type.Object({ statut: Type.Integer(), message: maybe, total: Type.Optional(Type.Integer()) })
const answer = <P extends Record<string, TSchema>>(members: P) => Type.Object({ header: Header, ...members })

/** Said with a 403, of a unit that its publisher shows to nobody. */
const Refusal = Type.Object({
  header: Type.Object({ statut: Type.Literal(403), message: Type.String() }),
})

// A duplicate number is answered with a string.
export const UnitAnswer = Type.Union([answer({ uniteLegale: LegalUnit }), Refusal, Type.String()])

// A merged number is answered with a list.
export const EstablishmentAnswer = Type.Union([
  answer({ etablissement: Establishment }),
  answer({ etablissements: Type.Array(Establishment) }),
  Refusal,
])

export const EstablishmentList = answer({ etablissements: Type.Array(Establishment) })

export type InseeUnit = Static<typeof LegalUnit>
export type InseeEstablishment = Static<typeof Establishment>
export type InseeAddress = Static<typeof Address>
export type UnitToday = InseeEstablishment['uniteLegale']
