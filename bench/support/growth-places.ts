interface Reader {
  readonly base: string
  readonly token: string
}

export interface Place {
  readonly name: string
  /** Whether its price must not follow the account: pages do, filters that few rows pass do their best. */
  readonly goal: boolean
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

const at = (name: string, path: string, goal = true): Place => ({ name, goal, path: async () => path })

/** The page behind the tenth: as far in as the smaller account goes with every list. */
const deep = (name: string, path: string): Place => ({
  name: `${name}, behind the tenth page`,
  goal: true,
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
  goal: true,
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
    at('portfolio', portfolio),
    ...['name', 'code', 'status', 'createdAt', 'updatedAt'].map((sort) =>
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
  ]
}

function filters(): Place[] {
  const portfolio = '/thirdparties?archived=false'
  const queue = '/documents?statusCode=ONGOING'
  return [
    at('portfolio, struck off', `${portfolio}&status=STRUCK_OFF`, false),
    at('portfolio, critical, by name', `${portfolio}&criticality=High&sort=name`, false),
    at('portfolio, dossiers valid', `${portfolio}&dossierStatus=VALID`, false),
    at('search in the portfolio, two letters', `${portfolio}&q=so`, false),
    at('dossiers of a type', '/dossiers?dossierTypeCode=VIGILANCE', false),
    at('dossiers of a type that has none', '/dossiers?dossierTypeCode=CSR', false),
    at('review queue of a theme', `${queue}&theme=CYBERSECURITY`, false),
    at('review queue of a dossier type', `${queue}&dossierTypeCode=VIGILANCE`, false),
    at('bank details to review', `${queue}&bankDetails=true`, false),
  ]
}

/** What the pages of the back-office ask for. */
export function placesOf(): Place[] {
  return [
    ...lists(),
    ofOne('one third party', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}`),
    ofOne('its indicators', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}/indicators`),
    ofOne('its timeline', ({ thirdpartyId }) => `/events/latest?thirdpartyId=${thirdpartyId}`),
    ofOne('what ends for it', ({ thirdpartyId }) => `/thirdparties/${thirdpartyId}/forecast`),
    ofOne('documents of a dossier', ({ dossierId }) => `/dossiers/${dossierId}/documents`),
    ...filters(),
  ]
}
