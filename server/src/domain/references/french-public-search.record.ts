import { checkSiren, vatOfSiren } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Executive, HeadOffice } from './company.ts'
import { companyExecutive, personExecutive } from './executive.ts'
import { frenchActivity, frenchHeadcount, frenchLegalForm, frenchRegion } from './french-labels.ts'
import type { SearchResult } from './french-public-search.schema.ts'

/** Masked values ([NON-DIFFUSIBLE]) are kept as they come: they say that the company objected. Its people are left out. */
export function publicSearchRecord(provider: string, result: SearchResult, siret: string): CompanyRecord {
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
    localRegister: null,
    countryCode: 'FR',
    legalForm: frenchLegalForm(result.nature_juridique),
    headOffice: publicSearchAddress(result.siege),
    ...frenchActivity(result.activite_principale),
    executives: (result.dirigeants ?? []).flatMap(executiveOf),
    headcount: frenchHeadcount(result.tranche_effectif_salarie, result.annee_tranche_effectif_salarie),
    // The register writes 1900-01-01 where it does not know.
    creationDate: result.date_creation === '1900-01-01' ? null : (result.date_creation ?? null),
    closureDate,
    status: isCeased ? 'STRUCK_OFF' : 'ACTIVE',
    statusDetail: isCeased ? 'CEASED' : null,
    statusSince: isCeased ? closureDate : null,
  }
}

function publicSearchAddress(siege: SearchResult['siege']): HeadOffice {
  const street = [siege.numero_voie, siege.indice_repetition, siege.type_voie, siege.libelle_voie]
  const lines = [siege.complement_adresse, street.filter(Boolean).join(' '), siege.distribution_speciale]
  return {
    lines: lines.filter((line): line is string => Boolean(line)),
    postalCode: siege.code_postal ?? null,
    city: siege.libelle_commune ?? null,
    region: frenchRegion(siege.region),
    countryCode: 'FR',
  }
}

function executiveOf(officer: NonNullable<SearchResult['dirigeants']>[number]): Executive[] {
  const role = officer.qualite ?? ''
  if (officer.type_dirigeant === 'personne morale') {
    const siren = checkSiren(officer.siren ?? '')
    return companyExecutive({
      name: officer.denomination ?? '',
      role,
      identifier: siren.ok ? siren.value : null,
    })
  }
  return personExecutive({
    name: [officer.prenoms, officer.nom].filter(Boolean).join(' '),
    role,
    born: officer.date_de_naissance || officer.annee_de_naissance,
    nationality: officer.nationalite,
  })
}
