import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RegisterBehaviour =
  | 'ok'
  | 'down'
  | 'slow'
  | 'garbage'
  | 'wrong-shape'
  | 'huge'
  | 'rate-limited'
  | 'redirect'

/** The little that differs between two companies; the rest of the true shape is filled in. */
export interface FakeCompany {
  siren: string
  siret: string
  name: string
  [member: string]: unknown
}

export interface FrenchRegister {
  readonly url: string
  /** Companies by SIREN; add to it at will. */
  readonly companies: Map<string, FakeCompany>
  /** Paths asked, in order. */
  readonly requests: string[]
  behave(behaviour: RegisterBehaviour): void
  close(): Promise<void>
}

/** The public company search of the French state, on loopback, with its true wire shape. */
export async function startFrenchRegister(): Promise<FrenchRegister> {
  const companies = new Map<string, FakeCompany>()
  const requests: string[] = []
  let behaviour: RegisterBehaviour = 'ok'
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (behaviour === 'ok') answer(response, companies, new URL(request.url ?? '/', 'http://register'))
    else misbehave[behaviour](response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    companies,
    requests,
    behave(next) {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const misbehave: Record<Exclude<RegisterBehaviour, 'ok'>, (response: ServerResponse) => void> = {
  down: (response) => response.destroy(),
  slow: () => undefined,
  garbage: (response) => response.end('<html>maintenance</html>'),
  'wrong-shape': (response) => json(response, 200, { results: [{ siren: 12 }] }),
  huge: (response) => response.end(' '.repeat(2 * 1024 * 1024)),
  'rate-limited': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function answer(response: ServerResponse, companies: Map<string, FakeCompany>, url: URL): void {
  if (url.pathname !== '/search') return json(response, 404, { erreur: 'Not Found' })
  const terms = url.searchParams.get('q') ?? ''
  const q = terms.replaceAll(' ', '')
  if (q === '')
    return json(response, 400, { erreur: 'Veuillez indiquer au moins un paramètre de recherche.' })
  if (q.length < 3) return json(response, 400, { erreur: tooShort })
  const perPage = Number(url.searchParams.get('per_page') ?? 10)
  const isLookup = /^(\d{9}|\d{14})$/.test(q)
  const looked = isLookup ? [companies.get(q.slice(0, 9))] : named(companies, terms)
  const found = looked.filter((company) => company !== undefined)
  json(response, 200, {
    results: found.slice(0, perPage).map((company) => resultOf(company, q)),
    total_results: found.length,
    page: 1,
    per_page: perPage,
    total_pages: Math.ceil(found.length / perPage),
  })
}

const tooShort = '3 caractères minimum pour les termes de la requête (ou utilisez au moins un filtre)'

/** Like the service, which finds a company by its officers too. */
function named(companies: Map<string, FakeCompany>, terms: string): FakeCompany[] {
  const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const words = fold(terms).match(/[A-Z0-9]+/g) ?? []
  return [...companies.values()].filter((company) => {
    const text = fold(JSON.stringify([company, officers]))
    return words.some((word) => text.includes(word))
  })
}

function resultOf({ siret, name, ...members }: FakeCompany, q: string): object {
  const siege = { ...establishment, siret }
  return {
    nom_complet: name,
    nom_raison_sociale: name,
    sigle: null,
    nombre_etablissements: 3,
    nombre_etablissements_ouverts: 2,
    siege,
    activite_principale: '25.62B',
    activite_principale_naf25: '25.53Y',
    section_activite_principale: 'C',
    nature_juridique: '5710',
    categorie_entreprise: 'PME',
    annee_categorie_entreprise: '2023',
    caractere_employeur: 'O',
    tranche_effectif_salarie: '21',
    annee_tranche_effectif_salarie: '2023',
    etat_administratif: 'A',
    statut_diffusion: 'O',
    date_creation: '2009-03-02',
    date_fermeture: null,
    date_mise_a_jour: '2026-05-17T10:09:16',
    dirigeants: officers,
    // A SIRET lookup lists that establishment; a SIREN lookup lists none.
    matching_etablissements: q.length === 14 ? [{ ...siege, siret: q, est_siege: q === siret }] : [],
    finances: { '2024': { ca: 8421330, resultat_net: 312400 } },
    complements: { est_association: false, est_ess: false, liste_idcc: ['3248'] },
    tva: null,
    ...members,
  }
}

const establishment = {
  activite_principale: '25.62B',
  adresse: '12 RUE DES FORGES 69100 VILLEURBANNE',
  complement_adresse: null,
  numero_voie: '12',
  indice_repetition: null,
  type_voie: 'RUE',
  libelle_voie: 'DES FORGES',
  distribution_speciale: null,
  code_postal: '69100',
  commune: '69266',
  libelle_commune: 'VILLEURBANNE',
  cedex: null,
  departement: '69',
  region: '84',
  latitude: '45.7719',
  longitude: '4.8902',
  est_siege: true,
  etat_administratif: 'A',
  statut_diffusion_etablissement: 'O',
  date_creation: '2009-03-02',
  tranche_effectif_salarie: '21',
  nom_commercial: 'VALMERAC INDUSTRIE',
  liste_enseignes: null,
}

const officers = [
  {
    nom: 'VALMERAC',
    prenoms: 'ELISE MARIE',
    annee_de_naissance: '1974',
    date_de_naissance: '1974-06',
    qualite: 'Présidente de SAS',
    nationalite: 'Française',
    type_dirigeant: 'personne physique',
  },
  {
    siren: '999993454',
    denomination: 'CABINET ORNEVAL AUDIT',
    qualite: 'Commissaire aux comptes titulaire',
    type_dirigeant: 'personne morale',
  },
]
