import { AppError } from '../../platform/kernel/index.ts'
import {
  ignoredHeading,
  invalidMapping,
  namesOfColumn,
  normalHeading,
  type HeadingMapping,
  type ResolvedHeading,
} from '../imports/index.ts'

/** Any of these says whose contact a row is. */
export const companyFields = [
  'thirdpartyId',
  'code',
  'reference',
  'siret',
  'vatNumber',
  'duns',
  'lei',
] as const
const personFields = ['email', 'firstName', 'lastName', 'language', 'themes'] as const
export const contactFileFields = [...companyFields, ...personFields] as const
export type ContactFileField = (typeof contactFileFields)[number]

/** What people call them, in English and French, beside the names of the API. */
const synonyms: Readonly<Record<ContactFileField, readonly string[]>> = {
  thirdpartyId: ['Vigie number', 'Numéro Vigie'],
  code: namesOfColumn('code'),
  reference: ['External reference', 'Référence', 'Référence externe'],
  siret: namesOfColumn('siret'),
  vatNumber: namesOfColumn('vat'),
  duns: namesOfColumn('duns'),
  lei: namesOfColumn('lei'),
  email: [
    'E-mail address',
    'Mail',
    'Adresse électronique',
    'Adresse e-mail',
    'Adresse mail',
    'Courriel',
    'Adresse de messagerie',
  ],
  firstName: ['Prénom', 'Given name'],
  lastName: ['Surname', 'Family name', 'Nom', 'Nom de famille'],
  language: ['Langue'],
  themes: ['Theme', 'Thème', 'Thèmes'],
}

const byHeading = new Map(
  contactFileFields.flatMap((field) =>
    [field, ...synonyms[field]].map((name) => [normalHeading(name), field] as const),
  ),
)

/** Columns by which people recognise a company; what tells companies apart are those above. */
const unread = new Set(
  [
    'Company',
    'Company name',
    'Raison sociale',
    'Entreprise',
    'Société',
    'Supplier',
    'Fournisseur',
    'Tiers',
  ].map(normalHeading),
)

/** What each column of a file is: by the mapping, by its name in the API, in English or in French. */
export function resolveContactHeadings(
  cells: readonly string[],
  mapping: HeadingMapping = {},
): ResolvedHeading[] {
  const chosen = new Map(Object.entries(mapping).map(([heading, field]) => [heading.trim(), field]))
  return cells.map((cell, nth) => {
    const heading = cell.trim()
    const wanted = chosen.get(heading)
    const field = byHeading.get(normalHeading(wanted ?? heading)) ?? null
    if (typeof wanted === 'string' && field === null)
      throw invalidMapping(`${heading}: ${wanted}`, contactFileFields)
    if (wanted === null || (field === null && unread.has(normalHeading(heading))))
      return { heading, field: null, use: 'IGNORED', kept: ignoredHeading(nth) }
    return { heading, field, use: field === null ? 'UNKNOWN' : 'FIELD', kept: heading }
  })
}

/** Where each field stands; throws what is wrong with the header. */
export function placeFields(headings: readonly ResolvedHeading[]): ReadonlyMap<ContactFileField, number> {
  const unknown = headings.filter(({ use }) => use === 'UNKNOWN').map(({ heading }) => quoteHeading(heading))
  if (unknown.length > 0) {
    const columns = unknown.slice(0, 10).join(', ')
    throw new AppError('CONTACT_COLUMN_UNKNOWN', { columns, known: contactFileFields.join(', ') })
  }
  const places = new Map<ContactFileField, number>()
  for (const [nth, { field, heading }] of headings.entries()) {
    if (field === null) continue
    const known = field as ContactFileField
    if (places.has(known)) throw new AppError('IMPORT_COLUMN_REPEATED', { column: quoteHeading(heading) })
    places.set(known, nth)
  }
  if (!places.has('email') || !companyFields.some((field) => places.has(field)))
    throw new AppError('CONTACT_COLUMNS_MISSING')
  return places
}

const quoteHeading = (name: string) => (name === '' ? '(empty)' : name.slice(0, 60))
