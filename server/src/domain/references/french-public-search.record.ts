import { vatOfSiren } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Executive, Headcount, HeadOffice } from './company.ts'
import type { SearchResult } from './french-public-search.schema.ts'

/** INSEE bands of employees. */
const bands: Record<string, [min: number, max: number | null]> = {
  NN: [0, 0],
  '00': [0, 0],
  '01': [1, 2],
  '02': [3, 5],
  '03': [6, 9],
  '11': [10, 19],
  '12': [20, 49],
  '21': [50, 99],
  '22': [100, 199],
  '31': [200, 249],
  '32': [250, 499],
  '41': [500, 999],
  '42': [1000, 1999],
  '51': [2000, 4999],
  '52': [5000, 9999],
  '53': [10000, null],
}

/** Masked values ([NON-DIFFUSIBLE]) are kept as they come: they say that the company objected. */
export function companyOf(provider: string, result: SearchResult, siret: string): CompanyRecord {
  const isCeased = result.etat_administratif === 'C'
  const closureDate = result.date_fermeture ?? null
  return {
    provider,
    recordId: result.siren,
    name: result.nom_raison_sociale ?? result.nom_complet ?? result.siren,
    tradeName: result.siege.nom_commercial ?? null,
    siren: result.siren,
    siret,
    vatNumber: result.tva?.[0] ?? vatOfSiren(result.siren),
    duns: null,
    lei: null,
    localId: result.siren,
    countryCode: 'FR',
    legalForm: result.nature_juridique ? { code: result.nature_juridique, label: null } : null,
    headOffice: headOfficeOf(result.siege),
    nafCode: result.activite_principale ?? null,
    mainActivity: null,
    activityScheme: result.activite_principale ? schemeOf(result.activite_principale) : null,
    executives: (result.dirigeants ?? []).map(executiveOf),
    headcount: headcountOf(result),
    // The register writes 1900-01-01 where it does not know.
    creationDate: result.date_creation === '1900-01-01' ? null : (result.date_creation ?? null),
    closureDate,
    status: isCeased ? 'STRUCK_OFF' : 'ACTIVE',
    statusDetail: isCeased ? 'CEASED' : null,
    statusSince: isCeased ? closureDate : null,
  }
}

// The two nomenclatures share no code, and the last letter alone tells them apart.
function schemeOf(code: string): string {
  return /[A-FZ]$/.test(code) ? 'NAFRev2' : 'NAF2025'
}

function headOfficeOf(siege: SearchResult['siege']): HeadOffice {
  const street = [siege.numero_voie, siege.indice_repetition, siege.type_voie, siege.libelle_voie]
  const lines = [siege.complement_adresse, street.filter(Boolean).join(' '), siege.distribution_speciale]
  return {
    lines: lines.filter((line): line is string => Boolean(line)),
    postalCode: siege.code_postal ?? null,
    city: siege.libelle_commune ?? null,
    region: siege.region ?? null,
    countryCode: 'FR',
  }
}

function executiveOf(officer: NonNullable<SearchResult['dirigeants']>[number]): Executive {
  const isCompany = officer.type_dirigeant === 'personne morale'
  const name = isCompany ? officer.denomination : [officer.prenoms, officer.nom].filter(Boolean).join(' ')
  return { name: name ?? '', role: officer.qualite ?? '', kind: isCompany ? 'COMPANY' : 'PERSON' }
}

function headcountOf(result: SearchResult): Headcount | null {
  const band = result.tranche_effectif_salarie ?? null
  if (band === null) return null
  const [min, max] = bands[band] ?? [null, null]
  const year = Number(result.annee_tranche_effectif_salarie ?? Number.NaN)
  return { band, min, max, value: null, year: Number.isInteger(year) ? year : null }
}
