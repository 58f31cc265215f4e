import { vatOfSiren } from '../../platform/kernel/index.ts'
import type { CompanyRecord, HeadOffice } from './company.ts'
import { companyRecord } from './company-shapes.ts'
import { personExecutive } from './executive.ts'
import { frenchActivity, frenchHeadcount, frenchLegalForm, regionOfCommune } from './french-labels.ts'
import type { InseeAddress, InseeEstablishment, InseeUnit, UnitToday } from './insee-sirene.schema.ts'
import { masked } from './masked.ts'

const provider = 'insee-sirene'

/** What is put together of a unit, its head office and the establishment that was asked for. */
export interface InseeParts {
  readonly siren: string
  readonly siret: string | null
  readonly unit: UnitToday
  readonly headOffice: InseeEstablishment | null
  readonly closedOn: string | null
}

export function inseeRecord({ siren, siret, unit, headOffice, closedOn }: InseeParts): CompanyRecord {
  const isCeased = unit.etatAdministratifUniteLegale === 'C'
  const today = headOffice?.periodesEtablissement?.[0]
  const created = unit.dateCreationUniteLegale ?? null
  return companyRecord({
    provider,
    recordId: siren,
    name: unitName(unit) ?? siren,
    tradeName:
      readMasked(unit.denominationUsuelle1UniteLegale) ??
      readMasked(today?.denominationUsuelleEtablissement) ??
      readMasked(today?.enseigne1Etablissement),
    siren,
    siret,
    vatNumber: vatOfSiren(siren),
    localId: siren,
    countryCode: 'FR',
    legalForm: frenchLegalForm(unit.categorieJuridiqueUniteLegale),
    headOffice: headOffice ? inseeAddress(headOffice.adresseEtablissement) : null,
    ...frenchActivity(unit.activitePrincipaleUniteLegale, unit.nomenclatureActivitePrincipaleUniteLegale),
    executives: soleTrader(unit),
    headcount: frenchHeadcount(unit.trancheEffectifsUniteLegale, unit.anneeEffectifsUniteLegale),
    // The register writes 1900-01-01 where it does not know.
    creationDate: created === '1900-01-01' ? null : created,
    closureDate: isCeased ? closedOn : null,
    status: isCeased ? 'STRUCK_OFF' : 'ACTIVE',
    statusDetail: isCeased ? 'CEASED' : null,
    statusSince: isCeased ? closedOn : null,
  })
}

/** A unit the register knows of and shows to nobody: all that may be said is that it is there. */
export function maskedRecord(siren: string, siret: string | null): CompanyRecord {
  const identifiers = { siren, siret, vatNumber: vatOfSiren(siren), localId: siren }
  return companyRecord({
    provider,
    recordId: siren,
    name: masked,
    countryCode: 'FR',
    ...identifiers,
    statusDetail: 'NON_DIFFUSIBLE',
  })
}

/** Today's values of a unit with periods, under the names they have in an establishment. */
export function unitToday({ periodesUniteLegale, ...lasting }: InseeUnit): UnitToday {
  const current = periodesUniteLegale.find(({ dateFin }) => !dateFin) ?? periodesUniteLegale[0]
  return {
    ...lasting,
    ...current,
    etatAdministratifUniteLegale: current?.etatAdministratifUniteLegale ?? 'A',
  }
}

/** When the unit ceased: the beginning of its unbroken time as ceased up to today. */
export function closingDate({ periodesUniteLegale }: InseeUnit): string | null {
  const latestFirst = periodesUniteLegale.toSorted((a, b) =>
    (b.dateDebut ?? '').localeCompare(a.dateDebut ?? ''),
  )
  let closedOn: string | null = null
  for (const period of latestFirst) {
    if (period.etatAdministratifUniteLegale !== 'C') break
    closedOn = period.dateDebut ?? null
  }
  return closedOn
}

export function inseeNames(unit: UnitToday): (string | null)[] {
  return [unitName(unit), readMasked(unit.denominationUsuelle1UniteLegale), readMasked(unit.sigleUniteLegale)]
}

function unitName(unit: UnitToday): string | null {
  return readMasked(unit.denominationUniteLegale) ?? personOf(unit)
}

function personOf(unit: UnitToday): string | null {
  const first = readMasked(unit.prenomUsuelUniteLegale) ?? readMasked(unit.prenom1UniteLegale)
  const last = readMasked(unit.nomUsageUniteLegale) ?? readMasked(unit.nomUniteLegale)
  const parts = [...new Set([first, last].filter((part) => part !== null))]
  // A person who objected has no name at all, not a half of one.
  if (parts.includes(masked)) return masked
  return parts.length === 0 ? null : parts.join(' ')
}

function soleTrader(unit: UnitToday): CompanyRecord['executives'] {
  const name = readMasked(unit.denominationUniteLegale) === null ? personOf(unit) : null
  return name === null ? [] : personExecutive({ name, role: 'Entrepreneur individuel' })
}

function inseeAddress(address: InseeAddress): HeadOffice {
  const street = [
    address.numeroVoieEtablissement,
    address.indiceRepetitionEtablissement,
    address.typeVoieEtablissement,
    address.libelleVoieEtablissement,
  ].map(readMasked)
  const isMasked = street.includes(masked)
  const line = isMasked ? masked : street.filter(Boolean).join(' ')
  const abroad = readMasked(address.libellePaysEtrangerEtablissement)
  const lines = [
    readMasked(address.complementAdresseEtablissement),
    line,
    readMasked(address.distributionSpecialeEtablissement),
    abroad,
  ]
  return {
    lines: [...new Set(lines.filter((one): one is string => Boolean(one)))],
    postalCode: readMasked(address.codePostalEtablissement),
    city:
      readMasked(address.libelleCommuneEtablissement) ??
      readMasked(address.libelleCommuneEtrangerEtablissement),
    region: regionOfCommune(readMasked(address.codeCommuneEtablissement)),
    countryCode: 'FR',
  }
}

function readMasked(value: string | null | undefined): string | null {
  return value === '[ND]' ? masked : value || null
}
