import { startLoopback, type Loopback, type Reply } from './loopback.ts'
import { matches } from './insee-query.ts'

export interface FakeUnit {
  siren: string
  /** The one in force first. */
  periods: Record<string, unknown>[]
  establishments: Record<string, unknown>[]
  [member: string]: unknown
}

export interface FakeInsee extends Loopback {
  readonly units: Map<string, FakeUnit>
  /** Answers that stand for a path whatever the units are: duplicates, refusals, mergers. */
  readonly oddities: Map<string, Reply>
}

export const inseeKey = 'test-key'

/** INSEE's Sirene API 3.11 on loopback, with its true shapes and its part of the query language. */
export async function startInsee(): Promise<FakeInsee> {
  const units = new Map<string, FakeUnit>()
  const oddities = new Map<string, Reply>()
  const server = await startLoopback((asked) => {
    if (asked.headers['x-insee-api-key-integration'] !== inseeKey)
      return { status: 401, body: { message: 'Unauthorized', http_status_code: 401 } }
    if (!asked.url.pathname.startsWith(prefix))
      return { status: 404, type: 'text/plain', body: 'No context-path' }
    const path = asked.url.pathname.slice(prefix.length)
    return oddities.get(path) ?? answer(path, asked.url.searchParams, units)
  })
  return { ...server, url: server.url + prefix, units, oddities }
}

export function inseeError(statut: number, message: string): Reply {
  return { status: statut, body: { header: { statut, message } } }
}

const prefix = '/api-sirene/3.11'
const header = { statut: 200, message: 'OK' }

function answer(path: string, parameters: URLSearchParams, units: Map<string, FakeUnit>): Reply {
  const [, kind, number] = path.split('/')
  const unit = units.get(number?.slice(0, 9) ?? '')
  if (kind === 'siren' && number) {
    if (!unit) return inseeError(404, `Aucun élément trouvé pour le siren ${number}`)
    const { periods, establishments: _, ...members } = unit
    return { body: { header, uniteLegale: { ...unitDefaults, ...members, periodesUniteLegale: periods } } }
  }
  if (kind !== 'siret') return inseeError(404, 'Not Found')
  if (number === undefined) return search(parameters, units)
  const establishment = unit?.establishments.find(({ siret }) => siret === number)
  if (!unit || !establishment) return inseeError(404, `Aucun élément trouvé pour le siret ${number}`)
  return { body: { header, etablissement: establishmentOf(unit, establishment) } }
}

function search(parameters: URLSearchParams, units: Map<string, FakeUnit>): Reply {
  const count = Number(parameters.get('nombre') ?? 20)
  const all = [...units.values()].flatMap((unit) =>
    unit.establishments.map((establishment) => establishmentOf(unit, establishment)),
  )
  let found: typeof all
  try {
    found = all.filter((row) => matches(parameters.get('q') ?? '', row))
  } catch {
    return inseeError(400, 'Erreur de syntaxe dans le paramètre q=')
  }
  if (found.length === 0) return inseeError(404, 'Aucun élément trouvé pour q')
  const page = found.slice(0, count)
  const paging = { total: found.length, debut: 0, nombre: page.length }
  return { body: { header: { ...header, ...paging }, etablissements: page } }
}

export function establishmentOf(unit: FakeUnit, establishment: Record<string, unknown>) {
  const { periods, establishments: _, siren, ...members } = unit
  const { dateDebut: _begun, dateFin: _ended, ...current } = periods[0] ?? {}
  return {
    score: null,
    siren,
    nic: String(establishment['siret']).slice(9),
    statutDiffusionEtablissement: 'O',
    dateCreationEtablissement: '2009-03-02',
    etablissementSiege: true,
    nombrePeriodesEtablissement: 1,
    activitePrincipaleNAF25Etablissement: '25.53Y',
    uniteLegale: { ...unitDefaults, ...members, ...current },
    adresseEtablissement: address,
    periodesEtablissement: [
      {
        dateFin: null,
        dateDebut: '2019-01-01',
        etatAdministratifEtablissement: 'A',
        enseigne1Etablissement: null,
      },
    ],
    ...establishment,
  }
}

export const period = {
  dateFin: null,
  dateDebut: '2019-01-01',
  etatAdministratifUniteLegale: 'A',
  changementEtatAdministratifUniteLegale: false,
  nomUniteLegale: null,
  nomUsageUniteLegale: null,
  denominationUniteLegale: 'ATELIERS VALMERAC',
  denominationUsuelle1UniteLegale: null,
  categorieJuridiqueUniteLegale: '5710',
  activitePrincipaleUniteLegale: '25.62B',
  nomenclatureActivitePrincipaleUniteLegale: 'NAFRev2',
  nicSiegeUniteLegale: '00019',
  caractereEmployeurUniteLegale: 'O',
}

export const address = {
  complementAdresseEtablissement: null,
  numeroVoieEtablissement: '12',
  indiceRepetitionEtablissement: 'B',
  typeVoieEtablissement: 'RUE',
  libelleVoieEtablissement: 'DES FORGES',
  codePostalEtablissement: '69100',
  libelleCommuneEtablissement: 'VILLEURBANNE',
  libelleCommuneEtrangerEtablissement: null,
  distributionSpecialeEtablissement: null,
  codeCommuneEtablissement: '69266',
  codePaysEtrangerEtablissement: null,
  libellePaysEtrangerEtablissement: null,
}

const unitDefaults = {
  statutDiffusionUniteLegale: 'O',
  unitePurgeeUniteLegale: null,
  dateCreationUniteLegale: '2009-03-02',
  sigleUniteLegale: null,
  prenom1UniteLegale: null,
  prenomUsuelUniteLegale: null,
  trancheEffectifsUniteLegale: '21',
  anneeEffectifsUniteLegale: '2023',
  nombrePeriodesUniteLegale: 2,
  categorieEntreprise: 'PME',
  activitePrincipaleNAF25UniteLegale: '25.53Y',
}
