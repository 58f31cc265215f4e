import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { fileDesk, somePicture, type FileDesk } from '../../../../test/files/file-desk.ts'
import { unzipped } from '../../../../test/files/unzipped.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { createCheckpointSigner } from '../../../platform/journal/index.ts'

describe('Archives of a dossier', () => {
  let t: TestApp
  let origin: string
  let folder: string
  beforeAll(async () => {
    t = await testApp()
    origin = await t.listen()
    folder = await mkdtemp(path.join(tmpdir(), 'vigie-archives-'))
  })
  afterAll(async () => {
    await t.close()
    await rm(folder, { recursive: true, force: true })
  })

  const zipPath = (d: FileDesk) => `/dossiers/${d.dossierId}/files/download`
  const begin = (d: FileDesk, url: string) =>
    fetch(`${origin}${d.base}${url}`, { headers: { authorization: `Bearer ${d.token}` } })
  const send = (d: FileDesk, code: string, content = somePicture()) =>
    d.answer(code, [{ name: 'piece.png', content }])

  test('An archive holds neither drafts nor replaced, withdrawn or refused answers', async () => {
    const d = await fileDesk(t)
    const [first, second] = [await send(d, 'REG_PROOF'), await send(d, 'REG_PROOF')]
    await d.answer('NDA', [{ name: 'a.png', content: somePicture() }], { fields: { draft: 'true' } })
    const denied = await send(d, 'GTC')
    await d.post(`/responses/${denied.responseId}/reject`, { shareRejectionReason: false })
    const entries = await unzipped((await d.get(zipPath(d))).rawPayload)
    expect([...entries.keys()]).toEqual([
      'manifest.json',
      `GTC/${denied.fileId}-piece.png`,
      `REG_PROOF/${second.fileId}-piece.png`,
    ])
    expect(JSON.parse(String(entries.get('manifest.json')))).toMatchObject({
      dossier: { dossierId: d.dossierId, typeCode: 'ONBOARDING' },
      thirdParty: { thirdpartyId: d.thirdpartyId },
      files: [{ responseStatus: 'DENIED' }, { responseStatus: 'PENDING', responseId: second.responseId }],
      withheld: [],
    })
    expect(first.fileId).not.toBe(second.fileId)
    const [once, again] = [await d.get(zipPath(d)), await d.get(zipPath(d))]
    expect(once.rawPayload.equals(again.rawPayload)).toBe(true)
    expect(problemOf(await d.get('/dossiers/1/files/download'))).toEqual([404, 'DOSSIER_NOT_FOUND'])
  })

  test('Two archives are read at a time, and a reader who leaves makes room', async () => {
    const d = await fileDesk(t)
    const other = await fileDesk(t)
    // More than sockets take up by themselves, so that the archive waits for its reader.
    await send(d, 'REG_PROOF', somePicture(30_000_000))
    await send(other, 'REG_PROOF')
    const stalled = [new AbortController(), new AbortController()]
    const reading = await Promise.all(
      stalled.map(({ signal }) =>
        fetch(`${origin}${d.base}${zipPath(d)}`, { headers: { authorization: `Bearer ${d.token}` }, signal }),
      ),
    )
    expect(reading.map(({ status }) => status)).toEqual([200, 200])
    const busy = await d.get(zipPath(d))
    expect(problemOf(busy)).toEqual([429, 'ZIP_BUSY'])
    expect(busy.headers['retry-after']).toBe('5')
    expect(problemOf(await d.get(`/dossiers/${d.dossierId}/proof-bundle`))).toEqual([429, 'ZIP_BUSY'])
    expect((await t.call('HEAD', `${d.base}${zipPath(d)}`, { token: d.token })).statusCode).toBe(200)
    expect((await other.get(zipPath(other))).statusCode).toBe(200)
    stalled[0]?.abort()
    await expect.poll(async () => (await d.get(zipPath(d))).statusCode).toBe(200)
    stalled[1]?.abort()
  })

  test('An archive ends early rather than lie when a file is deleted meanwhile', async () => {
    const d = await fileDesk(t)
    await send(d, 'GTC')
    const late = await send(d, 'REG_PROOF')
    const get = t.store.get.bind(t.store)
    t.store.get = async (key, range) => {
      await t.admin.query(
        `update evidence set file_state = 'DELETED', deleted_at = now(), object_key = null where evidence_id = $1`,
        [late.fileId],
      )
      t.store.get = get
      return get(key, range)
    }
    const answer = await begin(d, zipPath(d))
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    const left = await unzipped((await d.get(zipPath(d))).rawPayload)
    expect([...left.keys()].filter((name) => name.startsWith('REG_PROOF'))).toEqual([])
  })

  test('An archive ends early when a stored file is not what was received', async () => {
    const d = await fileDesk(t)
    await send(d, 'REG_PROOF')
    const get = t.store.get.bind(t.store)
    t.store.get = async () => Readable.from([Buffer.alloc(3)])
    try {
      await expect((await begin(d, zipPath(d))).arrayBuffer()).rejects.toThrow('terminated')
    } finally {
      t.store.get = get
    }
  })

  async function unpack(entries: Map<string, Buffer>): Promise<string> {
    const at = await mkdtemp(path.join(folder, 'bundle-'))
    for (const [name, bytes] of entries) {
      await mkdir(path.dirname(path.join(at, name)), { recursive: true })
      await writeFile(path.join(at, name), bytes)
    }
    return at
  }

  async function verdict(bundle: string): Promise<{ code: number; said: string }> {
    const run = promisify(execFile)(process.execPath, [path.join(bundle, 'verify.mjs')], { env: {} })
    return run.then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, said: stdout }),
    )
  }

  test('A proof archive verifies itself offline, and detects what was changed', async () => {
    const d = await fileDesk(t)
    const former = await send(d, 'REG_PROOF')
    await d.post(`/responses/${former.responseId}/approve`, { comment: 'vu, conforme à l’été' })
    const content = somePicture()
    const latest = await send(d, 'REG_PROOF', content)
    await d.post(`/responses/${latest.responseId}/approve`)
    // Events of others in between leave gaps in the extract.
    await t.given.thirdParty(d, 3)
    await d.post(`/responses/${latest.responseId}/reject`, { shareRejectionReason: true, comment: 'périmé' })

    const answer = await d.get(`/dossiers/${d.dossierId}/proof-bundle`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    const entries = await unzipped(answer.rawPayload)
    const names = [former, latest].map(({ fileId }) => `documents/REG_PROOF/${fileId}-piece.png`)
    expect([...entries.keys()]).toEqual(['manifest.json', 'verify.mjs', ...names])
    const manifest = JSON.parse(String(entries.get('manifest.json'))) as {
      decisions: object[]
      checkpoint: { seq: number }
      journal: { events: { eventName: string; seq: number }[] }
    }
    expect(manifest).toMatchObject({
      account: { id: d.accountId },
      decisions: [
        {
          outcome: 'APPROVED',
          responseId: former.responseId,
          comment: 'vu, conforme à l’été',
          author: 'Test client',
        },
        { outcome: 'APPROVED', responseId: latest.responseId },
        { outcome: 'REVOKED', responseId: latest.responseId, comment: 'périmé' },
      ],
      checkpoint: {
        signature: { algorithm: 'Ed25519', keyId: createCheckpointSigner(t.secretKey).keyId },
      },
    })
    expect(manifest.journal.events[0]?.eventName).toBe('DOSSIER_ADDED')
    expect(manifest.checkpoint.seq).toBeGreaterThanOrEqual(manifest.journal.events.at(-1)!.seq)

    const whole = await unpack(entries)
    const held = await verdict(whole)
    expect(held.said).toContain('RESULT: OK')
    expect(held.said).toContain('OK  2 files')
    expect(held.said).toContain('OK  3 decisions, 3 recorded')
    expect(held.said).toContain('2 of 2 files named by digest in the journal extract')
    expect(held.said).toMatch(/gap/)
    expect(held.said).toContain('OK  checkpoint signed by the key with SHA-256')
    expect(held.code).toBe(0)

    await writeFile(path.join(whole, names[1] ?? ''), Buffer.concat([content.subarray(1), Buffer.from('x')]))
    expect(await verdict(whole)).toMatchObject({ code: 1, said: expect.stringContaining('has been changed') })
    const forged = String(entries.get('manifest.json')).replace('conforme à l’été', 'refusé')
    const other = await unpack(new Map([...entries, ['manifest.json', Buffer.from(forged)]]))
    expect(await verdict(other)).toMatchObject({ code: 1, said: expect.stringContaining('RESULT: BROKEN') })
  })
})
