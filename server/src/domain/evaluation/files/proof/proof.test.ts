import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../../../test/harness/database.ts'
import {
  createCheckpointSigner,
  eventTypes,
  forgetPerson,
  genesis,
  keysOfBoxes,
  openDetails,
  recordPast,
} from '../../../../platform/journal/index.ts'
import type { Scope } from '../../../../platform/kernel/index.ts'
import { decisionsIn } from './decisions.ts'
import { proofManifest, type ProofEvent, type ProofInput } from './proof-manifest.ts'
import { verifyScript } from './verify-script.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const files = { 'documents/Kbis à jour.pdf': 'the extract', 'documents/deep/rib.pdf': 'the bank details' }
const dossierId = 20
const reviewer = { type: 'USER', id: 4_712 } as const

let database: TestDatabase
let scope: Scope
let journal: ProofEvent[]
let folder: string

beforeAll(async () => {
  database = await testDatabase()
  scope = await newAccount(database)
  const document = { thirdpartyId: 1, dossierId, documentId: 30 }
  await database.db.write(scope, async (tx) => {
    recordPast(tx, scope, { name: 'DOSSIER_ADDED', thirdpartyId: 1, dossierId })
    recordPast(tx, scope, { name: 'DOCUMENT_ADDED', ...document, data: { name: 'Extrait Kbis à jour' } })
    recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 2, data: { name: 'Another company' } })
    const digests = Object.values(files).slice(0, 1).map(sha256)
    recordPast(tx, scope, { name: 'DOCUMENT_ANSWER_ADDED', ...document, data: { digests } })
    recordPast(tx, scope, {
      name: 'DOCUMENT_ANSWER_ACCEPTED',
      ...document,
      data: { responseId: 40, after: { state: 'ACCEPTED' } },
      personal: [{ person: reviewer, data: { comment: 'vu et conforme', after: { shared: true } } }],
    })
  })
  journal = await readJournal()
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-proof-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.close()
})

async function readJournal(): Promise<ProofEvent[]> {
  const { rows } = await database.admin.query<Record<string, never>>(
    `select * from vigie.event join vigie.event_detail using (account_id, seq) where account_id = $1 order by seq`,
    [scope.accountId],
  )
  const payloads = rows.map((row) => row['payload']!)
  const words = await database.db.read(scope, (tx) => openDetails(tx, scope, payloads))
  const keys = await database.db.read(scope, (tx) => keysOfBoxes(tx, scope, payloads))
  return rows.map((row, i) => ({
    seq: Number(row['seq']),
    eventId: Number(row['event_id']),
    eventType: row['event_type']!,
    eventName: eventTypes.find(({ code }) => code === row['event_type'])!.name,
    resourceType: row['resource_type']!,
    resourceId: Number(row['resource_id']),
    thirdpartyId: Number(row['thirdparty_id']),
    dossierId: row['dossier_id'] === null ? null : Number(row['dossier_id']),
    documentId: row['document_id'] === null ? null : Number(row['document_id']),
    occurredAt: row['occurred_at']!,
    actorType: row['actor_type']!,
    actorId: Number(row['actor_id']),
    detailHash: row['detail_hash']!,
    words: words[i]!,
    detail: { salt: row['salt']!, payload: row['payload']!, keys: keys[i]! },
    previousHash: rows[i - 1]?.['hash'] ?? genesis(scope.accountId),
    hash: row['hash']!,
  }))
}

function input(change: Partial<ProofInput> = {}): ProofInput {
  return {
    accountId: scope.accountId,
    accountName: 'Manufacture',
    dossier: { id: dossierId, reference: 'DOS-20', type: 'VIGILANCE' },
    thirdParty: { id: 1, name: 'Ateliers Lefèvre' },
    producedAt: new Date('2026-04-02T14:00:00Z'),
    files: Object.entries(files).map(([name, text]) => ({
      path: name,
      size: Buffer.byteLength(text),
      sha256: sha256(text),
      documentId: 30,
      responseId: 40,
    })),
    decisions: [
      {
        documentId: 30,
        responseId: 40,
        outcome: 'APPROVED',
        author: scope.actor.name,
        at: journal[4]!.occurredAt,
        comment: 'vu et conforme',
        seq: 5,
      },
    ],
    events: journal.filter((event) => event.dossierId === dossierId),
    checkpoint: null,
    ...change,
  }
}

async function unpacked(manifest: string): Promise<string> {
  const at = await mkdtemp(path.join(folder, 'bundle-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(at, name)), { recursive: true })
    await writeFile(path.join(at, name), text)
  }
  await writeFile(path.join(at, 'manifest.json'), manifest)
  await writeFile(path.join(at, 'verify.mjs'), verifyScript)
  return at
}

async function verdict(bundle: string): Promise<{ code: number; said: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(bundle, 'verify.mjs')], {
      env: {},
    })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, said: stdout }
  }
}

const signer = createCheckpointSigner(new Uint8Array(32).fill(3))

async function checkpointAt(seq: number): Promise<ProofInput['checkpoint']> {
  const { hash, occurredAt: at } = journal[seq - 1]!
  const { accountId } = scope
  const { keyId, publicKey } = signer
  const signature = await signer.sign(accountId, { seq, hash, at })
  return { accountId, chain: 'EVENTS', seq, hash, at, madeAt: at, keyId, publicKey, signature }
}

interface Manifest {
  account: { id: number }
  files: { path: string; size: number; sha256: string }[]
  decisions: { seq: number | null; outcome: string; author: string; comment: string | null }[]
  journal: { genesis: string; events: Record<string, unknown>[] }
  checkpoint: { seq: number; hash: string; at: string; signature: { value: string } } | null
}

/** A bundle whose manifest somebody has changed, and what the verifier says of it. */
async function afterChange(
  change: (manifest: Manifest) => void,
  from = input(),
): Promise<{ code: number; said: string }> {
  const manifest = JSON.parse(proofManifest(from)) as Manifest
  change(manifest)
  return verdict(await unpacked(JSON.stringify(manifest)))
}

describe('Intact bundles', () => {
  test('An intact bundle verifies, and says what it proves and what not', async () => {
    const { code, said } = await verdict(await unpacked(proofManifest(input())))
    expect(said).toContain('OK  2 files')
    expect(said).toContain('OK  4 events: every hash recomputed, 4 with detail')
    expect(said).toContain('1 gap (events of other dossiers): links across them are stated, not proven')
    expect(said).toContain('OK  1 decision, 1 recorded')
    expect(said).toContain('1 of 2 files named by digest in the journal extract')
    expect(said).toContain('no checkpoint')
    expect(said).toContain('RESULT: OK')
    expect(code).toBe(0)
  })

  test('A bundle bridges a gap with events without detail, up to a signed checkpoint', async () => {
    const events = journal.map((event) => {
      const { detail: _detail, ...bare } = event
      return event.dossierId === dossierId ? event : bare
    })
    const signed = input({ events, checkpoint: await checkpointAt(5) })
    const { code, said } = await verdict(await unpacked(proofManifest(signed)))
    expect(said).not.toContain('gap')
    expect(said).not.toContain('erased')
    expect(said).toContain('OK  5 events: every hash recomputed, 4 with detail')
    expect(said).toContain('OK  checkpoint at event 5')
    expect(said).toContain('OK  checkpoint signed by the key with SHA-256')
    expect(code).toBe(0)
    const forged = await afterChange((manifest) => {
      manifest.checkpoint!.at = '2026-04-01T00:00:01.000Z'
    }, signed)
    const other = await afterChange((manifest) => {
      manifest.checkpoint!.hash = '0'.repeat(64)
    }, signed)
    expect(other).toMatchObject({
      code: 1,
      said: expect.stringContaining('event 5 differs from the checkpoint'),
    })
    expect(forged).toMatchObject({
      code: 1,
      said: expect.stringContaining('signature of the checkpoint does not hold'),
    })
  })

  test('A bundle is readable text, the same for the same input, and short', async () => {
    expect(proofManifest(input())).toBe(proofManifest(input()))
    expect(proofManifest(input())).toContain('Extrait Kbis à jour')
    expect(verifyScript.split('\n').length).toBeLessThan(200)
    expect(verifyScript).not.toMatch(/from '(?!node:)/)
  })
})

describe('Altered bundles', () => {
  test.each<[string, string, (manifest: Manifest) => void]>([
    [
      'the time of an event',
      'event 2 has been changed',
      (it) => (it.journal.events[1]!['occurredAt'] = new Date(9e12).toISOString()),
    ],
    [
      'the document of an event',
      'event 2 has been changed',
      (it) => (it.journal.events[1]!['documentId'] = 31),
    ],
    ['the actor of an event', 'event 1 has been changed', (it) => (it.journal.events[0]!['actorId'] = 1)],
    [
      'the hash of an event',
      'event 5 has been changed',
      (it) => (it.journal.events[3]!['hash'] = '0'.repeat(64)),
    ],
    [
      'the event before',
      'event 2 does not follow event 1',
      (it) => (it.journal.events[1]!['previousHash'] = '0'.repeat(64)),
    ],
    [
      'the order of events',
      'event 1 is out of order',
      (it) => it.journal.events.splice(0, 2, ...it.journal.events.slice(0, 2).toReversed()),
    ],
    ['the beginning', 'the beginning of the chain', (it) => (it.journal.genesis = '0'.repeat(64))],
    ['the account', 'the beginning of the chain', (it) => (it.account.id += 1)],
    ['a decision', 'refers to event 6', (it) => (it.decisions[0]!.seq = 6)],
    ['the events', 'refers to event 5', (it) => it.journal.events.pop()],
    [
      'the digest of a file',
      'Kbis à jour.pdf has been changed',
      (it) => (it.files[0]!.sha256 = '0'.repeat(64)),
    ],
    ['the size of a file', 'Kbis à jour.pdf has 11 bytes', (it) => (it.files[0]!.size = 3)],
    [
      'the name of an event',
      'event 5 is called by the name of another kind',
      (it) => (it.journal.events[3]!['eventName'] = 'DOCUMENT_ANSWER_DENIED'),
    ],
    [
      'the outcome of a decision',
      'a decision differs from event 5',
      (it) => (it.decisions[0]!.outcome = 'REJECTED'),
    ],
    [
      'the author of a decision',
      'a decision differs from event 5',
      (it) => (it.decisions[0]!.author = 'Ada'),
    ],
    [
      'the comment of a decision',
      'a decision differs from event 5',
      (it) => (it.decisions[0]!.comment = 'seen'),
    ],
    ['the event of a decision', 'event 4 records no decision', (it) => (it.decisions[0]!.seq = 4)],
    ['the list of files', 'rib.pdf is not in the manifest', (it) => it.files.pop()],
    [
      'the place of a file',
      'lies outside the bundle',
      (it) => (it.files[0]!.path = `${'../'.repeat(20)}etc/hostname`),
    ],
  ])('The verifier names an alteration of %s', async (_what, sentence, change) => {
    const { code, said } = await afterChange(change)
    expect(said).toContain('RESULT: BROKEN')
    expect(said).toContain(sentence)
    expect(code).toBe(1)
  })

  test('The verifier names an alteration of the text of an event', async () => {
    const manifest = proofManifest(input())
    const { code, said } = await verdict(
      await unpacked(manifest.replaceAll('Extrait Kbis à jour', 'Extrait Kbis périmé')),
    )
    expect(said).toContain('event 2 has been changed: its detail does not give its digest')
    expect(code).toBe(1)
    const keyOf = (it: Manifest, seq: number) =>
      (it.journal.events.find((event) => event['seq'] === seq)!['detail'] as { keys: (string | null)[] }).keys
    const retold = await afterChange(
      (it) => (it.journal.events[1]!['data'] = { name: 'Extrait Kbis périmé' }),
    )
    expect(retold.said).toContain('event 2 is told in other words than its detail')
    const renamed = await afterChange((it) => (it.journal.events[0]!['actor'] = 'Grace Hopper'))
    expect(renamed.said).toContain('event 1 is told in other words than its detail')
    const rekeyed = await afterChange((it) => (keyOf(it, 5)[1] = keyOf(it, 4)[0]!))
    expect(rekeyed.said).toContain('event 5 cannot be opened with the key given for it')
    // Without its key the comment is not proven, and must not be claimed.
    const hidden = await afterChange((it) => (keyOf(it, 5)[1] = null))
    expect(hidden.said).toContain('event 5 is told in other words than its detail')
    const unproven = await afterChange((it) => (it.journal.events[0]!['detail'] = null))
    expect(unproven.said).toContain('event 1 tells words without the detail that proves them')
  })

  test('The verifier names the first of several altered files', async () => {
    const bundle = await unpacked(proofManifest(input()))
    const rib = path.join(bundle, 'documents/deep/rib.pdf')
    await writeFile(rib, 'the bank Details')
    expect((await verdict(bundle)).said).toContain('documents/deep/rib.pdf has been changed')
    await rm(rib)
    expect(await verdict(bundle)).toMatchObject({
      code: 1,
      said: expect.stringContaining('rib.pdf cannot be read'),
    })
    await writeFile(rib, files['documents/deep/rib.pdf'])
    await writeFile(path.join(bundle, 'documents/added.pdf'), '')
    expect((await verdict(bundle)).said).toContain('documents/added.pdf is not in the manifest')
    await writeFile(path.join(bundle, 'manifest.json'), '{')
    expect(await verdict(bundle)).toMatchObject({ code: 2, said: expect.stringContaining('NOT VERIFIED') })
    expect(await readFile(path.join(bundle, 'verify.mjs'), 'utf8')).toBe(verifyScript)
  })
})

test('A bundle made after people were erased verifies, says so, and reveals neither names nor texts', async () => {
  for (const person of [reviewer, { type: 'USER', id: scope.actor.id! } as const]) {
    await database.db.write(scope, (tx) => forgetPerson(tx, scope, person))
  }
  const left = await readJournal()
  const events = left.filter((event) => event.dossierId === dossierId)
  const decisions = decisionsIn(events).map(({ shared: _shared, ...decision }) => decision)
  const manifest = proofManifest(input({ events, decisions }))
  expect(manifest).not.toContain('vu et conforme')
  expect(manifest).not.toContain(scope.actor.name)
  const { code, said } = await verdict(await unpacked(manifest))
  expect(said).toContain('4 events with words about people who were erased since: what is left still holds')
  expect(said).toContain('OK  1 decision, 1 recorded')
  expect(code).toBe(0)
  const named = await afterChange(
    (it) => (it.decisions[0]!.author = 'Ada Lovelace'),
    input({ events, decisions }),
  )
  expect(named.said).toContain('a decision differs from event 5')
})
