import { startLoopback, type Loopback, type Reply } from './loopback.ts'

export interface FakeNotice {
  id: string
  dateparution: string
  [member: string]: unknown
}

export interface FakeBodacc extends Loopback {
  readonly notices: FakeNotice[]
}

/** The announcements dataset as Opendatasoft serves it, with its limits. */
export async function startBodacc(): Promise<FakeBodacc> {
  const notices: FakeNotice[] = []
  const loopback = await startLoopback(({ url }) => {
    if (url.pathname === '/records') return answered(notices, url.searchParams)
    return { status: 404, body: { error_code: 'NotFoundError', message: 'Unknown dataset' } }
  })
  return { ...loopback, notices }
}

const language = /^registre = "(\d{9})"(?: AND dateparution >= date'(\d{4}-\d{2}-\d{2})')?$/

function answered(notices: readonly FakeNotice[], params: URLSearchParams): Reply {
  const [limit, offset] = [Number(params.get('limit') ?? 10), Number(params.get('offset') ?? 0)]
  if (limit > 100 || offset + limit > 10_000) return fault('InvalidRESTParameterError')
  const where = language.exec(params.get('where') ?? '')
  if (!where || params.get('order_by') !== 'dateparution, id') return fault('ODSQLSyntaxError')
  const [, siren = '', from = ''] = where
  const found = notices
    .map(noticeOf)
    .filter(({ registre, dateparution }) => String(registre).includes(siren) && dateparution >= from)
    .toSorted((a, b) => (a.dateparution + a.id < b.dateparution + b.id ? -1 : 1))
  return { body: { total_count: found.length, results: found.slice(offset, offset + limit) } }
}

/** A notice with everything the dataset has; nested members are JSON in strings, or null. */
export function noticeOf(notice: FakeNotice): FakeNotice {
  return {
    publicationavis: notice.id.slice(0, 1),
    typeavis: 'annonce',
    typeavis_lib: 'Avis initial',
    familleavis: 'modification',
    familleavis_lib: 'Modifications diverses',
    numerodepartement: '69',
    region_code: 84,
    tribunal: 'Greffe du Tribunal de Commerce de Lyon',
    commercant: 'ATELIERS VALMERAC',
    ville: 'Villeurbanne',
    cp: '69100',
    registre: ['999990120', '999 990 120'],
    ispdf_unitaire: 'oui',
    listepersonnes: null,
    listeetablissements: null,
    jugement: null,
    acte: null,
    modificationsgenerales: null,
    radiationaurcs: null,
    depot: null,
    listeprecedentexploitant: null,
    listeprecedentproprietaire: null,
    divers: null,
    parutionavisprecedent: null,
    url_complete: `https://www.bodacc.fr/pages/annonces-commerciales-detail/?q.id=id:${notice.id}`,
    ...notice,
  }
}

function fault(error_code: string): Reply {
  return { status: 400, body: { error_code, message: 'refused' } }
}
