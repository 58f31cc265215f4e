import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { Seeded } from '../hostile/seeded.ts'
import { expectAnswers, expectSame, type Wire } from './compare.ts'
import { beginStory, chapters, stepNames, tell, type Moment, type Story } from './story.ts'

// More of what happens by chance, for a longer look.
const chances = Number(process.env['VIGIE_PAST_CHANCES'] ?? 1)
const seeds = Array.from({ length: Number(process.env['VIGIE_PAST_SEEDS'] ?? 2) }, (_, nth) => 110 + nth)

// Nothing else may be missing; indicators and the look of attributes are no part of the journal yet.
const untold = {
  thirdParty: ['executives'],
  dossier: ['indicators', ...['type', 'options', 'calculated', 'required'].map((one) => `attributes.${one}`)],
  document: ['evidences'],
}

const changing = [
  'THIRD_PARTY_UPDATED',
  'THIRD_PARTY_ARCHIVED',
  'THIRD_PARTY_CODE_UPDATED',
  'THIRD_PARTY_INFORMATION_UPDATED',
  'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
  'DOSSIER_ADDED',
  'DOSSIER_ARCHIVED',
  'DOSSIER_REACTIVATED',
  'DOSSIER_UPDATED',
  'DOSSIER_TEMPLATE_UPDATED',
  'DOSSIER_ATTRIBUTE_UPDATED',
  'DOSSIER_STATUS_UPDATED',
  'DOCUMENT_ADDED',
  'DOCUMENT_STOPPED',
  'DOCUMENT_MODIFICATION',
  'DOCUMENT_ANSWER_ADDED',
  'DOCUMENT_ANSWER_UPDATED',
  'DOCUMENT_ANSWER_ACCEPTED',
  'DOCUMENT_ANSWER_DENIED',
  'DOCUMENT_ANSWER_INTERRUPTED',
  'DOCUMENT_ANSWER_EXPIRED',
  'DOCUMENT_ANSWER_STATUS_UPDATE',
]

const byChance = (random: Seeded) => Array.from({ length: chances }, () => random.pick(stepNames))

const text = (one: Wire | undefined) => JSON.stringify(one)

describe('Past states compared with the answers of the time', () => {
  let t: TestApp
  const seen = new Set<string>()
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test.each(seeds)('Past states match in the story of seed %i', { timeout: 240_000 }, async (seed) => {
    const random = new Seeded(seed)
    const story = await beginStory(t)
    const told: Moment[] = []
    for (const name of [
      'open',
      ...random.shuffled(chapters).flatMap((one) => [...one, ...byChance(random)]),
    ]) {
      told.push(await tell(story, name, { pick: random.below(10_000), more: random.below(10_000) }))
    }
    for (const name of await story.d.names()) seen.add(name)
    for (const [nth, moment] of told.entries()) {
      await expectMoment(story, moment, told[nth - 1], random)
    }
  })

  // Stories in which nothing happens prove nothing.
  test('Past states match for everything that changes what is shown', () => {
    expect(changing.filter((name) => !seen.has(name))).toEqual([])
  })

  async function expectMoment(
    { d, slowestMs: withinMs }: Story,
    moment: Moment,
    before: Moment | undefined,
    random: Seeded,
  ) {
    const { asOf, step } = moment
    const at = (what: string) => `${what} at ${asOf}, after ${step}`
    const past = async (path: string) => {
      const answer = await d.get(`${path}?asOf=${asOf}`)
      expect(answer.statusCode, `${at(path)}: ${answer.body}`).toBe(200)
      return answer.json<Wire>()
    }
    const { thirdParty, dossiers, documents } = moment
    // Everything once after each of its changes, and some of what stayed as it was.
    const known = new Set(
      [before?.thirdParty, ...(before?.dossiers ?? []), ...(before?.documents ?? [])].map(text),
    )
    const asked = (one: Wire) => !known.has(text(one)) || random.below(20) === 0
    if (asked(thirdParty)) {
      const company = await past(`/thirdparties/${d.thirdpartyId}`)
      expectSame(company, thirdParty, { allowed: untold.thirdParty, withinMs }, at('third party'))
    }
    for (const dossier of dossiers.filter(asked)) {
      const id = Number(dossier['dossierId'])
      expectSame(
        await past(`/dossiers/${id}`),
        dossier,
        { allowed: untold.dossier, withinMs },
        at(`dossier ${id}`),
      )
    }
    for (const document of documents.filter(asked)) {
      const { documentId, dossierId } = document
      const shown = await past(`/dossiers/${String(dossierId)}/documents/${String(documentId)}`)
      expectSame(
        shown,
        document,
        { allowed: untold.document, withinMs },
        at(`document ${String(documentId)}`),
      )
      expectAnswers(shown, document, at(`answers of ${String(documentId)}`))
    }
  }
})
