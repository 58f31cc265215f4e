import fc from 'fast-check'
import { givenFile } from '../files/given-file.ts'
import type { TestApp } from '../harness/index.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { givenHit } from '../screening/given-hit.ts'
import { UnitDesk } from './unit-desk.ts'

// Random trees, companies and readers, and what becomes of them: told to the product and kept beside it.

const requireStatus = (answer: { statusCode: number; body: string }, status: number) => {
  if (answer.statusCode !== status) throw new Error(`${status} was expected: ${answer.body}`)
}

/** Indexes into what there is at that moment, whatever their size. */
export const plan = fc.record({
  parents: fc.array(fc.option(fc.nat(20), { nil: null }), { minLength: 3, maxLength: 6 }),
  companies: fc.array(fc.array(fc.nat(20), { maxLength: 3 }), { minLength: 3, maxLength: 6 }),
  readers: fc.array(fc.array(fc.nat(20), { maxLength: 2 }), { minLength: 2, maxLength: 3 }),
  moves: fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('company' as const),
        of: fc.nat(20),
        to: fc.array(fc.nat(20), { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('unit' as const),
        of: fc.nat(20),
        to: fc.option(fc.nat(20), { nil: null }),
      }),
      fc.record({
        kind: fc.constant('reader' as const),
        of: fc.nat(20),
        to: fc.array(fc.nat(20), { maxLength: 2 }),
      }),
      fc.record({ kind: fc.constant('delete' as const), of: fc.nat(20), to: fc.nat(20) }),
    ),
    { maxLength: 6 },
  ),
})
export type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never

export interface Reader {
  readonly clientId: number
  readonly userId: number
  readonly email: string
  readonly token: string
  readonly endpointId: number
  /** To the file of each company. */
  readonly links: Map<number, string>
  calendar: string
  units: number[]
}

/** What a company has: a dossier with a file, an answer that ends soon, a contact, and a hit. */
interface Filed {
  readonly dossierId: number
  readonly path: string
  readonly contactId: number
}

/** What there should be, kept beside what there is. */
export class World {
  readonly d: UnitDesk
  readonly parents = new Map<number, number | null>()
  readonly places = new Map<number, number[]>()
  readonly readers: Reader[] = []
  readonly files = new Map<number, Filed>()

  constructor(d: UnitDesk) {
    this.d = d
  }

  units(picks: readonly number[]): number[] {
    const all = [...this.parents.keys()]
    return [...new Set(picks.map((pick) => all[pick % all.length] ?? 0))].toSorted((a, b) => a - b)
  }

  isBeneath(unit: number, above: number): boolean {
    for (let at: number | null = unit; at !== null; at = this.parents.get(at) ?? null)
      if (at === above) return true
    return false
  }

  seenBy({ units }: Reader): number[] {
    const sees = (unit: number) => units.some((above) => this.isBeneath(unit, above))
    return [...this.places].filter(([, in_]) => in_.some(sees)).map(([company]) => company)
  }

  /** A program and a person who see the same; both see all until they are limited. */
  async reader(): Promise<void> {
    const { accountId } = this.d.office
    const { token } = await this.d.t.given.client(accountId, ['ADMIN'])
    const clients = await this.d.must<{ content: { id: number }[] }>('GET', '/clients?size=100')
    const classes = ['EVENTS', 'SCREENING']
    const body = { url: `http://127.0.0.1:9/hook/${this.readers.length}`, classes }
    const { endpointId } = await this.d.must<{ endpointId: number }>('POST', '/webhooks', { token, body })
    const { userId, email } = await this.d.t.given.person([accountId], ['MANAGER'])
    const clientId = clients.content.at(-1)?.id ?? 0
    this.readers.push({
      clientId,
      userId,
      email,
      token,
      endpointId,
      links: new Map(),
      calendar: '',
      units: [],
    })
  }

  /** Addresses made while all was seen. */
  async giveLinks(reader: Reader): Promise<void> {
    const { token } = reader
    const made = await this.d.must<{ url: string }>('POST', '/forecast/calendar-links', { token })
    reader.calendar = made.url
    for (const [company, { path }] of this.files)
      reader.links.set(company, (await this.d.must<{ url: string }>('GET', `${path}/link`, { token })).url)
  }

  async limit(reader: Reader, units: number[]): Promise<void> {
    await this.d.must('PUT', `/clients/${reader.clientId}/units`, { body: { units } })
    await this.d.must('PUT', `/users/${reader.userId}/units`, { body: { units } })
    reader.units = units
  }

  async play(move: Plan['moves'][number]): Promise<void> {
    const pick = <T>(of: readonly T[], nth: number): T => of[nth % of.length] as T
    if (move.kind === 'company') {
      const company = pick([...this.places.keys()], move.of)
      const units = this.units(move.to)
      await this.d.must('PUT', `/thirdparties/${company}/units`, { body: { units } })
      this.places.set(company, units)
    } else if (move.kind === 'reader') {
      await this.limit(pick(this.readers, move.of), this.units(move.to))
    } else if (move.kind === 'unit') {
      const unit = pick([...this.parents.keys()], move.of)
      const [parent = null] = move.to === null ? [] : this.units([move.to])
      const answer = await this.d.ask('PATCH', `/units/${unit}`, { body: { parentId: parent } })
      requireStatus(answer, parent !== null && this.isBeneath(parent, unit) ? 422 : 200)
      if (answer.statusCode === 200) this.parents.set(unit, parent)
    } else await this.remove(pick([...this.parents.keys()], move.of), this.units([move.to])[0] ?? 0)
  }

  async remove(unit: number, heir: number): Promise<void> {
    const answer = await this.d.ask('DELETE', `/units/${unit}?moveTo=${heir}`)
    requireStatus(answer, this.isBeneath(heir, unit) ? 422 : 204)
    if (answer.statusCode !== 204) return
    this.parents.delete(unit)
    for (const [child, parent] of this.parents) if (parent === unit) this.parents.set(child, heir)
    for (const [company, units] of this.places) {
      if (units.includes(unit))
        this.places.set(company, [...new Set([...units.filter((one) => one !== unit), heir])])
    }
    for (const reader of this.readers) reader.units = reader.units.filter((one) => one !== unit)
  }
}

const soon = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

async function fileOf(d: UnitDesk, company: number): Promise<Filed> {
  const { t, office } = d
  const { accountId } = office
  const { dossierId, documents } = await t.given.dossier(office, company)
  const documentId = documents['NDA'] ?? 0
  const { fileId } = await givenFile(t, { accountId, documentId, text: `Of ${company}` })
  await givenAnswer(t, {
    accountId,
    documentId: documents['GTC'] ?? 0,
    state: 'ACCEPTED',
    effectiveDate: '2026-01-01',
    expirationDate: soon(),
  })
  const body = { email: `contact-${company}@people.example`, firstName: 'Ann', lastName: 'Other' }
  const { contactId } = await d.must<{ contactId: number }>('POST', `/thirdparties/${company}/contacts`, {
    body,
  })
  const hitId = await givenHit(t.admin, { accountId, thirdpartyId: company, name: 'Ada Verlaine' })
  const unclear = { verdict: 'UNCLEAR', grounds: ['SAME_NAME'] }
  await d.must('POST', `/screening/hits/${hitId}/decisions`, { body: unclear })
  return { dossierId, path: `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`, contactId }
}

/** Everybody sees all of it; `limitReaders` ends that. */
export async function buildWorld(t: TestApp, { parents, companies, readers }: Plan): Promise<World> {
  const d = new UnitDesk(t, await t.given.office())
  const world = new World(d)
  for (const _ of readers) await world.reader()
  for (const [nth, above] of parents.entries()) {
    const [parent = null] = above === null || nth === 0 ? [] : world.units([above])
    world.parents.set(await d.unit(`Unit ${nth}`, parent), parent)
  }
  for (const [nth, picks] of companies.entries()) {
    const units = world.units(picks)
    const company = await d.company(`Zebra ${nth}`, units)
    world.places.set(company, units)
    world.files.set(company, await fileOf(d, company))
  }
  for (const reader of world.readers) await world.giveLinks(reader)
  return world
}

export async function limitReaders(world: World, { readers }: Plan): Promise<void> {
  for (const [nth, picks] of readers.entries()) {
    const reader = world.readers[nth]
    if (reader) await world.limit(reader, world.units(picks))
  }
}
