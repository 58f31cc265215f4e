import type { Definition } from '../attributes/index.ts'

/** Columns of ours, by the names the API has for them; the first is the one we tell. */
export const ownColumns = {
  identifierType: ['identifierType', 'identifierCode'],
  identifierValue: ['identifierValue', 'identifier'],
  siret: ['siret'],
  vat: ['vat', 'vatNumber'],
  duns: ['duns'],
  lei: ['lei'],
  nationalId: ['nationalId', 'nationalNumber', 'localId'],
  register: ['register', 'registrationAuthority'],
  code: ['code'],
  name: ['name'],
  countryCode: ['countryCode', 'country'],
  owner: ['owner'],
} as const
export type OwnColumn = keyof typeof ownColumns

/** What people call them beside, in English and French; the headings of our exports are among these. */
const synonyms: Readonly<Record<OwnColumn, readonly string[]>> = {
  identifierType: ['Identifier type', 'Type d’identifiant'],
  identifierValue: ['Identifier value', 'Identifiant', 'Valeur de l’identifiant'],
  siret: ['N° SIRET', 'No SIRET', 'Numéro SIRET', 'SIRET number'],
  vat: [
    'TVA',
    'N° TVA',
    'Numéro de TVA',
    'TVA intracommunautaire',
    'N° TVA intracommunautaire',
    'Numéro de TVA intracommunautaire',
  ],
  duns: ['D-U-N-S', 'N° DUNS', 'Numéro DUNS', 'DUNS number'],
  lei: ['Code LEI', 'LEI code'],
  nationalId: ['National number', 'Numéro national', 'Registration number', 'Numéro d’immatriculation'],
  register: ['Registre', 'Registration authority', 'Autorité d’enregistrement'],
  code: ['Your code', 'Votre code', 'Supplier code', 'Vendor code', 'Code fournisseur', 'Code tiers'],
  name: [
    'Nom',
    'Raison sociale',
    'Dénomination',
    'Company',
    'Company name',
    'Société',
    'Entreprise',
    'Supplier',
    'Fournisseur',
    'Nom du fournisseur',
  ],
  countryCode: ['Country code', 'Pays', 'Code pays'],
  owner: ['Responsable', 'Propriétaire'],
}

/** Every name a column of ours goes by. */
export const namesOfColumn = (column: OwnColumn): readonly string[] => [
  ...ownColumns[column],
  ...synonyms[column],
]

/** Accents, case and punctuation do not matter. */
export const normalHeading = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

const byHeading = (names: Readonly<Record<OwnColumn, readonly string[]>>) =>
  new Map(
    Object.entries(names).flatMap(([column, all]) =>
      all.map((name) => [normalHeading(name), column as OwnColumn] as const),
    ),
  )
const byName = byHeading(ownColumns)
const bySynonym = byHeading(synonyms)

export const isOwnHeading = (text: string): boolean =>
  byName.has(normalHeading(text)) || bySynonym.has(normalHeading(text))

type FoundColumn = { readonly column: OwnColumn } | { readonly definition: Definition }

/**
 * What a heading means. A label of the account's own comes before the words people have for our columns, unless the
 * attribute stands beside it by its code.
 */
export function findColumn(
  heading: string,
  definitions: readonly Definition[],
  others: readonly string[] = [],
): FoundColumn | null {
  const nameOf = ({ code }: Definition) => `attribute.${code}`
  const byCode = definitions.find((one) => heading === nameOf(one))
  if (byCode) return { definition: byCode }
  const column = byName.get(normalHeading(heading))
  if (column) return { column }
  const definition = definitions.find((one) => one.label === heading && !others.includes(nameOf(one)))
  if (definition) return { definition }
  const meant = bySynonym.get(normalHeading(heading))
  return meant ? { column: meant } : null
}
