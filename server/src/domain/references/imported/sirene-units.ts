import { sql } from 'kysely'
import { masked } from '../masked.ts'
import { dayOf, instantOf, readTextField, yearOf } from './field-readers.ts'
import { isFilled, type Field, type ImportKind } from './import-kind.ts'
import { wordsNotIn, normaliseName } from '../company-search-words.ts'
import { sizeRank } from './size-rank.ts'
import { writeCompanies } from './write-companies.ts'

type Value = (column: string) => string | null

const soleTrader = '1000'
const presentNomenclatures = new Set([null, 'NAFRev2', 'NAF2025'])
const usualNames = [
  'denominationUsuelle1UniteLegale',
  'denominationUsuelle2UniteLegale',
  'denominationUsuelle3UniteLegale',
]

export const sireneUnits: ImportKind = {
  name: 'sirene-units',
  title: 'StockUniteLegale',
  required: [
    'siren',
    'statutDiffusionUniteLegale',
    'dateDernierTraitementUniteLegale',
    'etatAdministratifUniteLegale',
    'nomUniteLegale',
    'denominationUniteLegale',
    'nicSiegeUniteLegale',
  ],
  optional: [
    'dateCreationUniteLegale',
    'sigleUniteLegale',
    'prenom1UniteLegale',
    'prenomUsuelUniteLegale',
    'trancheEffectifsUniteLegale',
    'anneeEffectifsUniteLegale',
    'categorieEntreprise',
    'dateDebut',
    'nomUsageUniteLegale',
    ...usualNames,
    'categorieJuridiqueUniteLegale',
    'activitePrincipaleUniteLegale',
    'nomenclatureActivitePrincipaleUniteLegale',
  ],
  *read(value) {
    const siren = value('siren') ?? ''
    if (/^\d{9}$/.test(siren)) yield [siren, fieldsOf(siren, value)]
  },
  hasRows: (tx) => isFilled(tx, sql`register_company where source = 'SIRENE'`),
  source: 'SIRENE',
  write: (...batch) => writeCompanies('SIRENE', ...batch),
}

function fieldsOf(siren: string, value: Value): Field[] {
  const names = namesOf(siren, value)
  const isActive = value('etatAdministratifUniteLegale') !== 'C'
  const band = readTextField(value('trancheEffectifsUniteLegale'))
  const nic = value('nicSiegeUniteLegale') ?? ''
  const isPresent = presentNomenclatures.has(value('nomenclatureActivitePrincipaleUniteLegale'))
  return [
    'SIRENE',
    siren,
    names.name,
    names.tradeName,
    names.searchName,
    names.searchExtra,
    'FR',
    null,
    null,
    /^\d{5}$/.test(nic) ? nic : null,
    isPresent ? readTextField(value('activitePrincipaleUniteLegale')) : null,
    readTextField(value('categorieJuridiqueUniteLegale')),
    band,
    yearOf(value('anneeEffectifsUniteLegale')),
    dayOf(value('dateCreationUniteLegale')),
    // The last period of a closed unit begins on the day it closed.
    isActive ? null : dayOf(value('dateDebut')),
    isActive,
    isActive ? null : 'CEASED',
    isMasked(value),
    null,
    null,
    null,
    null,
    sizeRank(isActive, band, value('categorieEntreprise')),
    instantOf(value('dateDernierTraitementUniteLegale')),
  ]
}

function isMasked(value: Value): boolean {
  return value('statutDiffusionUniteLegale') !== 'O'
}

interface Names {
  name: string
  tradeName: string | null
  searchName: string
  searchExtra: string | null
}

/**
 * A person who objected disappears with all names, and cannot be found by them; a company that did keeps its
 * own name, which the publisher goes on publishing.
 */
function namesOf(siren: string, value: Value): Names {
  const denomination = readTextField(value('denominationUniteLegale'))
  const isPerson = denomination === null || value('categorieJuridiqueUniteLegale') === soleTrader
  if (isPerson && isMasked(value)) return { name: masked, tradeName: null, searchName: '', searchExtra: null }
  const name = denomination ?? personName(value)
  if (name === null) return { name: siren, tradeName: null, searchName: '', searchExtra: null }
  const usual = usualNames.map((column) => unmaskedText(value(column)))
  const acronym = isMasked(value) ? null : unmaskedText(value('sigleUniteLegale'))
  const searchName = name === masked ? '' : normaliseName(name)
  const searchExtra = searchName === '' ? null : wordsNotIn(searchName, [...usual, acronym])
  return { name, tradeName: usual[0] ?? null, searchName, searchExtra }
}

function personName(value: Value): string | null {
  const first = unmaskedText(value('prenomUsuelUniteLegale')) ?? unmaskedText(value('prenom1UniteLegale'))
  const last = unmaskedText(value('nomUsageUniteLegale')) ?? unmaskedText(value('nomUniteLegale'))
  return [first, last].filter(Boolean).join(' ') || null
}

function unmaskedText(value: string | null): string | null {
  const text = readTextField(value)
  return text === masked ? null : text
}
