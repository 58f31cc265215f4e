interface Reader {
  readonly base: string
  readonly token: string
}

export interface Place {
  readonly name: string
  path(reader: Reader): Promise<string>
}

interface Page {
  content: { thirdpartyId: number; dossierId: number }[]
  next: string | null
}

async function page({ base, token }: Reader, path: string): Promise<Page> {
  const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as Page
}

const at = (name: string, path: string): Place => ({ name, path: async () => path })

/** The page behind the tenth: as far in as the smaller account goes with every list. */
const deep = (name: string, path: string): Place => ({
  name: `${name}, behind the tenth page`,
  path: async (reader) => {
    let found = path
    for (let nth = 0; nth < 10; nth += 1) {
      const { next } = await page(reader, found)
      if (next === null) break
      found = `${path}&cursor=${encodeURIComponent(next)}`
    }
    return found
  },
})

const ofOne = (name: string, of: (row: Page['content'][number]) => string): Place => ({
  name,
  path: async (reader) => {
    const { content } = await page(reader, '/dossiers?size=1')
    const [row] = content
    if (!row) throw new Error('The account has no dossier.')
    return of(row)
  },
})

function lists(): Place[] {
  const portfolio = '/thirdparties?archived=false'
  const queue = '/documents?statusCode=ONGOING'
  return [
    at('dashboard: figures', '/statistics'),
    at('dashboard: review queue', `${queue}&size=5`),
    at('dashboard: what ends next', '/forecast?size=6'),
    at('dashboard: latest events', '/events/latest?size=10'),
    at('findings', '/findings'),
    at('findings: report', '/findings/report'),
    at('portfolio', portfolio),
    at('portfolio by exact code', '/thirdparties?code=nobody-has-it'),
    at('portfolio by SIRET', '/thirdparties?siret=73282932000074'),
    at('portfolio by local number', '/thirdparties?localId=nobody-has-it'),
    at('portfolio by reference', '/thirdparties?reference=SAP:nobody-has-it'),
    at('dossiers by reference', '/dossiers?reference=SAP:nobody-has-it'),
    ...['name', 'code', 'status', 'createdAt', 'updatedAt'].map((sort) =>
      at(`portfolio by ${sort}`, `${portfolio}&sort=${sort}`),
    ),
    ...['rating.CYBERSECURITY', 'nextExpiry'].map((sort) =>
      at(`portfolio by ${sort}`, `${portfolio}&sort=${sort}`),
    ),
    deep('portfolio by name', `${portfolio}&sort=name&size=50`),
    at('search in the portfolio', `${portfolio}&q=S-00009`),
    at('dossiers', '/dossiers'),
    at('dossiers by due date', '/dossiers?sort=dueDate'),
    deep('dossiers', '/dossiers?size=50'),
    at('review queue', `${queue}&size=40`),
    at('review queue by due date', `${queue}&size=40&sort=dueDate`),
    deep('review queue', `${queue}&size=40`),
    at('due dates', '/forecast?size=50'),
    deep('due dates', '/forecast?days=90&size=50'),
    at('journal', '/events/latest'),
    at('journal, one name', '/events/latest?names=DOSSIER_ADDED'),
    at('mailbox', '/mailbox/mails'),
    at('mailbox, one kind', '/mailbox/mails?template=contact.reminder'),
    at('administration journal', '/administration/journal'),
    at('administration journal, one name', '/administration/journal?names=CLIENT_ADDED'),
    at('checkpoints', '/journal/checkpoints'),
    at('imports', '/thirdparties/imports'),
    at('tasks', '/tasks'),
    at('people', '/users'),
    at('API clients', '/clients'),
    at('erasures', '/erasures'),
  ]
}

const ever = 'eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-12-31T23:59:59'

function filters(): Place[] {
  const portfolio = '/thirdparties?archived=false'
  const queue = '/documents?statusCode=ONGOING'
  return [
    at('portfolio, struck off', `${portfolio}&status=STRUCK_OFF`),
    at('portfolio, one country', `${portfolio}&countryCode=FR`),
    at('portfolio, to be decided anew', `${portfolio}&relationshipToReview=true`),
    at('portfolio, nothing decided', `${portfolio}&relationship=NONE`),
    at('portfolio, critical, by name', `${portfolio}&criticality=High&sort=name`),
    at('portfolio, dossiers valid', `${portfolio}&dossierStatus=VALID`),
    at('portfolio, unrated', `${portfolio}&rating.CYBERSECURITY=UNKNOWN`),
    at('search in the portfolio, two letters', `${portfolio}&q=so`),
    at('dossiers of a type', '/dossiers?dossierTypeCode=VIGILANCE'),
    at('dossiers of a type that has none', '/dossiers?dossierTypeCode=CSR'),
    at('dossiers of a status', '/dossiers?statusCode=VALID'),
    at('review queue of a theme', `${queue}&theme=CYBERSECURITY`),
    at('review queue of a theme, by due date', `${queue}&theme=LEGAL_COMPLIANCE&sort=dueDate`),
    at('review queue of a dossier type', `${queue}&dossierTypeCode=VIGILANCE`),
    at('bank details to review', `${queue}&bankDetails=true`),
    at('documents of a type', '/documents?documentCode=PEP_CHECK'),
    at('third parties by event', `/thirdparties/search?eventNames=THIRD_PARTY_ADDED&${ever}`),
    at('dossiers by event', `/dossiers/search?eventNames=DOSSIER_ADDED&${ever}`),
  ]
}

/** What the pages of the back-office ask for. */
export function placesOf(): Place[] {
  return [
    ...lists(),
    ofOne('one third party', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}`),
    ofOne('its indicators', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}/indicators`),
    ofOne('its timeline', ({ thirdpartyId }) => `/events/latest?thirdpartyId=${thirdpartyId}`),
    ofOne('its events', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}/events?include=all`),
    ofOne('its dossiers', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}/dossiers`),
    ofOne('its comments', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}/comments`),
    ofOne('what ends for it', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}/forecast`),
    ofOne('documents of a dossier', ({ dossierId }) => `/dossiers/${dossierId}/documents`),
    ...filters(),
  ]
}
