import { chance, companyName, personName, townName } from './vocabulary.ts'

export type StockRow = Record<string, string | null>

/** As the publisher orders them; what we do not read is there too, empty. */
export const unitColumns = `siren statutDiffusionUniteLegale unitePurgeeUniteLegale dateCreationUniteLegale
  sigleUniteLegale sexeUniteLegale prenom1UniteLegale prenom2UniteLegale prenom3UniteLegale prenom4UniteLegale
  prenomUsuelUniteLegale pseudonymeUniteLegale identifiantAssociationUniteLegale trancheEffectifsUniteLegale
  anneeEffectifsUniteLegale dateDernierTraitementUniteLegale nombrePeriodesUniteLegale categorieEntreprise
  anneeCategorieEntreprise dateDebut etatAdministratifUniteLegale nomUniteLegale nomUsageUniteLegale
  denominationUniteLegale denominationUsuelle1UniteLegale denominationUsuelle2UniteLegale
  denominationUsuelle3UniteLegale categorieJuridiqueUniteLegale activitePrincipaleUniteLegale
  nomenclatureActivitePrincipaleUniteLegale nicSiegeUniteLegale economieSocialeSolidaireUniteLegale
  societeMissionUniteLegale caractereEmployeurUniteLegale activitePrincipaleNAF25UniteLegale`.split(/\s+/)

export const establishmentColumns = `siren nic siret statutDiffusionEtablissement dateCreationEtablissement
  trancheEffectifsEtablissement anneeEffectifsEtablissement activitePrincipaleRegistreMetiersEtablissement
  dateDernierTraitementEtablissement etablissementSiege nombrePeriodesEtablissement complementAdresseEtablissement
  numeroVoieEtablissement indiceRepetitionEtablissement typeVoieEtablissement libelleVoieEtablissement
  codePostalEtablissement libelleCommuneEtablissement libelleCommuneEtrangerEtablissement
  distributionSpecialeEtablissement codeCommuneEtablissement codePaysEtrangerEtablissement
  libellePaysEtrangerEtablissement dateDebut etatAdministratifEtablissement enseigne1Etablissement
  denominationUsuelleEtablissement activitePrincipaleEtablissement
  nomenclatureActivitePrincipaleEtablissement caractereEmployeurEtablissement`.split(/\s+/)

const bands = ['NN', '00', '01', '02', '03', '11', '12', '21', '22', '31', '32', '41', '42', '51', '52', '53']
const activities = [
  '10.71C',
  '25.62B',
  '41.20B',
  '43.21A',
  '47.61Z',
  '49.41A',
  '56.10A',
  '62.01Z',
  '70.22Z',
  '86.10Z',
]
const day = (random: () => number, year: number) =>
  `${year + Math.floor(random() * 20)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`

function luhnDigit(body: string): string {
  let sum = 0
  for (const [i, sign] of [...body].toReversed().entries()) {
    const doubled = Number(sign) * (i % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** The nth number of the stock: always the same, and larger than those before, as publishers sort them. */
export function sirenOf(nth: number): string {
  const body = String(30_000_000 + nth * 13)
  return body + luhnDigit(body)
}

export function siretOf(siren: string, order: number): string {
  const body = siren + String(order).padStart(4, '0')
  return body + luhnDigit(body)
}

export const processedOn = '2026-01-15T08:30:00'

const traits = (random: () => number) => ({
  isPerson: random() < 0.4,
  isOpen: random() < 0.6,
  isMasked: random() < 0.03,
})

/** The nth legal unit: four in ten are people, three in a hundred objected to publication. */
export function unit(nth: number): StockRow {
  const random = chance(nth * 11 + 3)
  const siren = sirenOf(nth)
  const { isPerson, isOpen, isMasked } = traits(random)
  const person = personName(random)
  const hidden = (value: string) => (isMasked ? '[ND]' : value)
  return {
    siren,
    statutDiffusionUniteLegale: isMasked ? 'P' : 'O',
    dateCreationUniteLegale: random() < 0.02 ? '1900-01-01' : day(random, 1985),
    sigleUniteLegale: isMasked ? '[ND]' : null,
    prenom1UniteLegale: isPerson ? hidden(person.first) : null,
    prenomUsuelUniteLegale: isPerson ? hidden(person.first) : null,
    nomUniteLegale: isPerson ? hidden(person.last) : null,
    denominationUniteLegale: isPerson ? null : companyName(random),
    trancheEffectifsUniteLegale: random() < 0.6 ? 'NN' : (bands[Math.floor(random() ** 4 * 16)] ?? null),
    anneeEffectifsUniteLegale: '2024',
    dateDernierTraitementUniteLegale: processedOn,
    nombrePeriodesUniteLegale: '2',
    dateDebut: isOpen ? '2015-01-01' : day(random, 2005),
    etatAdministratifUniteLegale: isOpen ? 'A' : 'C',
    categorieJuridiqueUniteLegale: isPerson ? '1000' : random() < 0.5 ? '5499' : '5710',
    activitePrincipaleUniteLegale: activities[Math.floor(random() * activities.length)] ?? null,
    nomenclatureActivitePrincipaleUniteLegale: 'NAFRev2',
    nicSiegeUniteLegale: siretOf(siren, 1).slice(9),
  }
}

/** The establishments of the nth unit: its head office, and for one in four another. */
export function establishments(nth: number): StockRow[] {
  const random = chance(nth * 13 + 7)
  const siren = sirenOf(nth)
  const { isOpen, isMasked } = traits(chance(nth * 11 + 3))
  const orders = random() < 0.25 ? [1, 2] : [1]
  return orders.map((order) => {
    const siret = siretOf(siren, order)
    const department = String(10 + Math.floor(random() * 80))
    const hidden = (value: string) => (isMasked ? '[ND]' : value)
    return {
      siren,
      nic: siret.slice(9),
      siret,
      statutDiffusionEtablissement: isMasked ? 'P' : 'O',
      dateDernierTraitementEtablissement: processedOn,
      etablissementSiege: String(order === 1),
      numeroVoieEtablissement: hidden(String(1 + Math.floor(random() * 90))),
      typeVoieEtablissement: hidden('RUE'),
      libelleVoieEtablissement: hidden(`DES ${townName(random)}`),
      codePostalEtablissement: hidden(`${department}100`),
      libelleCommuneEtablissement: townName(random),
      codeCommuneEtablissement: `${department}123`,
      etatAdministratifEtablissement: isOpen ? 'A' : 'F',
      activitePrincipaleEtablissement: '62.01Z',
    }
  })
}
