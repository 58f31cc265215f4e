import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Vigie } from '@vigie/client'

/** What was acknowledged, each by the id it was answered with: all of it must be there afterwards. */
export interface Acknowledged {
  readonly thirdparties: Map<number, string>
  readonly contacts: Map<number, { thirdpartyId: number; email: string }>
  /** Third parties by the text of their attribute. */
  readonly attributes: Map<number, string>
  readonly dossiers: Map<number, number>
  readonly responses: Map<number, number>
}

interface Fault {
  readonly operation: string
  readonly status: number
  readonly code: string
}

type Account = ReturnType<Vigie['account']>

const pauseMs = 100
const hangMs = 20_000

/** Whoever holds a table for a moment, a busy machine, too many exports at once: come back. */
const isForNow = ({ status, code }: Pick<Fault, 'status' | 'code'>) =>
  status === 503 || status === 429 || code === 'WRITE_CONFLICT'

/** Loops that use the API as a buyer's programs do, through the client of the version that is asked. */
export class MixedLoad {
  readonly acknowledged: Acknowledged = {
    thirdparties: new Map(),
    contacts: new Map(),
    attributes: new Map(),
    dossiers: new Map(),
    responses: new Map(),
  }
  /** How often each operation got an answer that was neither the wanted one nor asked to come back. */
  readonly faults = new Map<string, number>()
  /** The same for answers that asked to come back. */
  readonly delays = new Map<string, number>()
  /** Operations that were answered as wanted, since the last time somebody emptied it. */
  readonly served = new Map<string, number>()
  readonly #account: Account
  #next: number
  #stopping = false
  #loops: Promise<void>[] = []

  constructor(account: Account, firstDuns: number) {
    this.#account = account
    this.#next = firstDuns
  }

  start(loops: number): void {
    this.#stopping = false
    this.#loops = Array.from({ length: loops }, (_, nth) => this.#loop(nth))
  }

  /** Returns when no request is under way any more. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#loops)
  }

  /** Rounds begin with different operations, so that every kind is under way at any moment. */
  async #loop(nth: number): Promise<void> {
    for (let round = nth; !this.#stopping; round += 1) {
      if (round % 2 === 0) await this.#write()
      else await this.#read()
    }
  }

  async #write(): Promise<void> {
    const account = this.#account
    this.#next += 1
    const duns = String(this.#next)
    const added = await this.#call('add third party', (options) =>
      account.post('/thirdparties', {
        body: {
          legalIdentifier: { code: 'CIT003', value: duns },
          unmanaged: { name: `Loaded ${duns}`, countryCode: 'DE' },
        },
        ...options,
      }),
    )
    if (!added) return
    const path = { thirdpartyId: added.thirdpartyId }
    this.acknowledged.thirdparties.set(added.thirdpartyId, duns)
    const email = `load-${duns}@supplier.example`
    const contact = await this.#call('add contact', (options) =>
      account.post('/thirdparties/{thirdpartyId}/contacts', { path, body: { email }, ...options }),
    )
    if (contact) this.acknowledged.contacts.set(contact.contactId, { ...path, email })
    const set = await this.#call('set attribute', (options) =>
      account.post('/thirdparties/{thirdpartyId}/attributes', {
        path,
        body: { label: 'Criticality', values: ['High'] },
        ...options,
      }),
    )
    if (set) this.acknowledged.attributes.set(added.thirdpartyId, 'High')
    await this.#answer(added.thirdpartyId)
  }

  async #answer(thirdpartyId: number): Promise<void> {
    const account = this.#account
    const dossier = await this.#call('open dossier', (options) =>
      account.post('/thirdparties/{thirdpartyId}/dossiers', {
        path: { thirdpartyId },
        body: { dossierTypeCode: 'ONBOARDING', requiredDocuments: ['NDA'] },
        ...options,
      }),
    )
    const asked = dossier?.documents.find(({ documentCode }) => documentCode === 'NDA')
    if (!dossier || !asked) return
    this.acknowledged.dossiers.set(dossier.dossierId, thirdpartyId)
    const form = new FormData()
    form.append('file', new Blob([agreement], { type: 'application/pdf' }), 'agreement.pdf')
    const response = await this.#call('answer', (options) =>
      account.post('/dossiers/{dossierId}/documents/{documentId}/responses', {
        path: { dossierId: dossier.dossierId, documentId: asked.documentId },
        body: form,
        ...options,
      }),
    )
    if (!response) return
    this.acknowledged.responses.set(response.responseId, dossier.dossierId)
    await this.#call('withdraw answer', (options) =>
      account.post('/responses/{responseId}/withdraw', {
        path: { responseId: response.responseId },
        ...options,
      }),
    )
  }

  async #read(): Promise<void> {
    const account = this.#account
    const query = { size: 20 }
    await this.#call('list third parties', () => account.get('/thirdparties', { query }))
    await this.#call('list dossiers', () => account.get('/dossiers', { query }))
    await this.#call('list documents', () => account.get('/documents', { query }))
    await this.#call('read events', () => account.get('/events', { query: { after: 0, size: 20 } }))
    const last = [...this.acknowledged.dossiers].at(-1)
    if (last !== undefined) {
      const [dossierId, thirdpartyId] = last
      await this.#call('get dossier', () => account.get('/dossiers/{dossierId}', { path: { dossierId } }))
      const path = { thirdpartyId }
      await this.#call('get third party', () => account.get('/thirdparties/{thirdpartyId}', { path }))
      await this.#call('list contacts', () => account.get('/thirdparties/{thirdpartyId}/contacts', { path }))
      await this.#call('list attributes', () =>
        account.get('/thirdparties/{thirdpartyId}/attributes', { path }),
      )
    }
    await this.#call('list webhooks', () => account.get('/webhooks'))
    await this.#call('export', async () => {
      const { response } = await account.download('/thirdparties/export.csv', {})
      return response.text()
    })
  }

  /** Undefined when it was refused for good, or when the load ends before it is served. */
  async #call<T>(operation: string, ask: (options: CallOptions) => Promise<T>): Promise<T | undefined> {
    const idempotencyKey = randomUUID()
    for (;;) {
      const { answer, fault } = await tryOnce(operation, () =>
        ask({ idempotencyKey, signal: AbortSignal.timeout(hangMs) }),
      )
      if (!fault) {
        count(this.served, operation)
        return answer
      }
      const isAwaited = isForNow(fault)
      count(isAwaited ? this.delays : this.faults, `${operation}: ${fault.status} ${fault.code}`)
      if (!isAwaited || this.#stopping) return undefined
      await delay(pauseMs)
    }
  }
}

interface CallOptions {
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

async function tryOnce<T>(operation: string, ask: () => Promise<T>): Promise<{ answer?: T; fault?: Fault }> {
  try {
    return { answer: await ask() }
  } catch (error) {
    // Of another version's client, so of another class.
    const { status = 0, code = (error as Error).name } = error as { status?: number; code?: string }
    return { fault: { operation, status, code } }
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** A page with nothing on it: what is wanted is a file that passes. */
const agreement = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
