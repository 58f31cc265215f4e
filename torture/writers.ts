import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { attributeLabel, type Account } from './account.ts'
import { post, type Reply } from './client.ts'
import type { Ledger } from './ledger.ts'
import { Random } from './random.ts'

/** How often each kind of write is chosen. */
const shares = { attribute: 46, company: 34, contact: 15, invitation: 2, upload: 3 }
type Kind = keyof typeof shares
const retryMs = 100
/** A service that all faults have left alone for so long answers every write. */
const patienceMs = 180_000

export interface WritersOptions {
  readonly ledger: Ledger
  readonly accounts: readonly Account[]
  /** The services, in no order; a writer goes to the next one when one fails it. */
  readonly baseUrls: readonly string[]
  readonly seed: number
}

/** Loops that write as fast as they are answered, each in one account. */
export class Writers {
  /** How often each answer came: a status with its problem code, or the lack of any answer. */
  readonly answers = new Map<string, number>()
  readonly #options: WritersOptions
  #stopping = false
  #healed = Infinity
  #loops: Promise<void>[] = []
  #nextDuns = 100_000_000
  #names = 0

  constructor(options: WritersOptions) {
    this.#options = options
  }

  start(count: number): void {
    this.#stopping = false
    this.#healed = Infinity
    this.#loops = Array.from({ length: count }, (_, nth) => this.#loop(nth))
  }

  /** Each loop still brings its present write to an end: to be called when nothing is broken any more. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#healed = performance.now()
    await Promise.all(this.#loops)
  }

  async #loop(nth: number): Promise<void> {
    const { accounts, seed } = this.#options
    const account = accounts[nth % accounts.length]
    if (account === undefined) throw new Error('Nobody to write for.')
    const hand: Hand = {
      account,
      random: new Random(seed * 1_000 + nth),
      server: nth,
      companies: [],
      unfiled: [],
    }
    while (!this.#stopping) await this.#write(hand)
  }

  async #write(hand: Hand): Promise<void> {
    const company = hand.companies.length === 0 ? undefined : hand.random.pick(hand.companies)
    const kind = company === undefined ? 'company' : chooseKind(hand.random)
    if (kind === 'company') await this.#addCompany(hand)
    else if (kind === 'invitation') await this.#invite(hand)
    else if (company === undefined) return
    else if (kind === 'attribute') await this.#setValue(hand, company)
    else if (kind === 'contact') await this.#addContact(hand, company)
    else await this.#upload(hand)
  }

  async #addCompany(hand: Hand): Promise<void> {
    const duns = String((this.#nextDuns += 1))
    const reply = await this.#repeat(hand, '/thirdparties', {
      legalIdentifier: { code: 'CIT003', value: duns },
      unmanaged: { name: `Written ${duns}`, countryCode: 'DE' },
    })
    if (reply.status !== 201) return
    const id = Number(reply.body['thirdpartyId'])
    this.#options.ledger.companies.push({ account: hand.account.accountId, id, duns })
    hand.companies.push(id)
    hand.unfiled.push(id)
    for (const list of [hand.companies, hand.unfiled]) if (list.length > 50) list.shift()
  }

  async #setValue(hand: Hand, company: number): Promise<void> {
    const { values } = this.#options.ledger
    const last = values.get(company) ?? { account: hand.account.accountId, value: 0, times: 0 }
    const value = last.value + 1
    const body = { label: attributeLabel, values: [value] }
    const reply = await this.#repeat(hand, `/thirdparties/${company}/attributes`, body)
    if (reply.status === 200) values.set(company, { ...last, value, times: last.times + 1 })
  }

  async #addContact(hand: Hand, thirdpartyId: number): Promise<void> {
    const email = `c${(this.#names += 1)}@torture.example`
    const reply = await this.#repeat(hand, `/thirdparties/${thirdpartyId}/contacts`, { email })
    if (reply.status !== 201) return
    const id = Number(reply.body['contactId'])
    this.#options.ledger.contacts.push({ account: hand.account.accountId, id, thirdpartyId, email })
  }

  async #invite(hand: Hand): Promise<void> {
    const email = `u${(this.#names += 1)}@torture.example`
    const reply = await this.#repeat(hand, '/users', { email, name: 'Invited', roles: ['READER'] })
    if (reply.status === 201) this.#options.ledger.invited.push({ account: hand.account.accountId, email })
  }

  /** A dossier of its own for each file: a company has one of a type, and a document takes one draft. */
  async #upload(hand: Hand): Promise<void> {
    const { ledger } = this.#options
    const company = hand.unfiled.pop()
    if (company === undefined) return
    const opened = await this.#repeat(hand, `/thirdparties/${company}/dossiers`, {
      dossierTypeCode: 'ONBOARDING',
    })
    if (opened.status !== 201) return
    const { accountId: account } = hand.account
    const dossierId = Number(opened.body['dossierId'])
    ledger.dossiers.push({ account, id: dossierId })
    const documents = (opened.body['documents'] ?? []) as { documentId: number; documentCode: string }[]
    const document = documents.find(({ documentCode }) => documentCode === 'NDA')
    if (document === undefined) return
    const bytes = Buffer.from(`%PDF-1.7\n${randomBytes(300).toString('hex')}`)
    const { documentId } = document
    const path = `/dossiers/${dossierId}/documents/${documentId}/responses`
    const reply = await this.#repeat(hand, path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (reply.status === 201) ledger.uploads.push({ account, documentId, sha256 })
  }

  /** Until it is acknowledged, or refused for good: that is no loss, but it is told. */
  async #repeat(hand: Hand, path: string, content: object | Buffer): Promise<Reply> {
    const key = randomUUID()
    const { type, body } = encode(content)
    for (;;) {
      const { baseUrls } = this.#options
      const baseUrl = baseUrls[hand.server % baseUrls.length] ?? ''
      const { token, accountId } = hand.account
      const full = `/api/v1/account/${accountId}${path}`
      const reply = await post({ baseUrl, path: full, token, key, type, body })
      this.#note(reply)
      if (reply.status >= 200 && reply.status < 300) return reply
      if (reply.status === 401) await hand.account.renew(token)
      else if (!isForNow(reply)) return reply
      if (performance.now() - this.#healed > patienceMs) return reply
      // Whoever is turned away goes to the next door, as behind any balancer.
      hand.server += 1
      await delay(retryMs)
    }
  }

  #note({ status, code }: Reply): void {
    const label = code === '' ? String(status) : `${status} ${code}`
    this.answers.set(label, (this.answers.get(label) ?? 0) + 1)
  }
}

interface Hand {
  readonly account: Account
  readonly random: Random
  readonly companies: number[]
  /** Those without a dossier yet. */
  readonly unfiled: number[]
  server: number
}

const conflicts = new Set(['WRITE_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'])
const isForNow = ({ status, code }: Reply) =>
  status === 0 || status >= 500 || status === 429 || conflicts.has(code)

function chooseKind(random: Random): Kind {
  let left = random.below(Object.values(shares).reduce((sum, share) => sum + share, 0))
  for (const [kind, share] of Object.entries(shares)) {
    if (left < share) return kind as Kind
    left -= share
  }
  return 'company'
}

const boundary = 'torture-boundary'

function encode(content: object | Buffer): { type: string; body: string | Buffer } {
  if (!Buffer.isBuffer(content)) return { type: 'application/json', body: JSON.stringify(content) }
  const part = (head: string, body: string | Buffer) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
  const body = Buffer.concat([
    part('Content-Disposition: form-data; name="draft"', 'true'),
    part(
      'Content-Disposition: form-data; name="file"; filename="page.pdf"\r\nContent-Type: application/pdf',
      content,
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}
