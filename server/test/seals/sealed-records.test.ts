import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPdf } from '../../../packages/seals/test/kit/test-pdf.ts'
import { sha256 } from '../files/file-desk.ts'
import { unzipped } from '../files/unzipped.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { answersDesk, picture, type AnswersDesk } from '../responses/answers-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import {
  brokenPdf,
  changedAfterPdf,
  pemOf,
  root,
  sealedPdf,
  signer,
  type SealWire,
} from './sealed-answers.ts'

const files = {
  'sealed.pdf': sealedPdf.bytes,
  'broken.pdf': brokenPdf(),
  'changed.pdf': changedAfterPdf.bytes,
  'odd.pdf': TestPdf.write().seal({ signer, digest: 'md5' }).bytes,
  'plain.pdf': TestPdf.write().bytes,
  'photo.png': picture.content,
}
/** What the judge says of each; a picture is not asked. */
const verdicts: Record<keyof typeof files, readonly [integrity: string, trust: string] | null> = {
  'sealed.pdf': ['INTACT', 'TRUSTED'],
  'broken.pdf': ['CHANGED', 'UNKNOWN'],
  'changed.pdf': ['CHANGED', 'UNKNOWN'],
  'odd.pdf': ['REVIEW', 'UNKNOWN'],
  'plain.pdf': ['UNSIGNED', 'UNKNOWN'],
  'photo.png': null,
}

let t: TestApp
let d: AnswersDesk
beforeAll(async () => {
  t = await testApp()
  d = await answersDesk(t)
  await d.post('/seal-trust/roots', { certificate: pemOf(root.certificate) })
  const sent = Object.entries(files).map(([name, content]) => ({ name, content }))
  const answer = await d.send('REG_PROOF', sent, { effectiveDate: '2026-11-01' })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  await runAnswerJobs(t, d.accountId)
})
afterAll(() => t.close())

async function trailText(language: string): Promise<string> {
  const url = `${d.base}${d.path('REG_PROOF')}/audit-trail`
  const { token } = await t.given.client(d.accountId, ['AUDITOR'])
  const trail = await t.call('GET', url, { token, headers: { 'accept-language': language } })
  expect(trail.statusCode).toBe(200)
  const { text } = await extractText(new Uint8Array(trail.rawPayload), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

test('The audit trail names the verdict on each sealed file, and by whom and what it was judged', async () => {
  const by = 'Office of tests, level B'
  const english = await trailText('en')
  for (const words of [
    `sealed.pdf: Seal intact, signer trusted – ${by} (seals/1)`,
    'broken.pdf: Seal broken, or file changed since, trust not established – unknown (seals/1)',
    'changed.pdf: Seal broken, or file changed since, trust not established – Office of tests',
    'odd.pdf: Seal could not be judged, trust not established – Office of tests',
    'plain.pdf: No seal (seals/1)',
  ]) {
    expect(english).toContain(words)
  }
  expect(english).not.toContain('photo.png:')
  const french = await trailText('fr')
  for (const words of [
    'sealed.pdf : Sceau intact, signataire de confiance – Office of tests, niveau B (seals/1)',
    'broken.pdf : Sceau rompu ou fichier modifié depuis',
    'odd.pdf : Sceau impossible à vérifier',
    'plain.pdf : Sans sceau (seals/1)',
  ]) {
    expect(french).toContain(words)
  }
})

test('The proof bundle holds, for each file, the whole verdict on these very bytes', async () => {
  const bundle = await d.get(`/dossiers/${d.dossierId}/proof-bundle`)
  expect(bundle.statusCode).toBe(200)
  const entries = await unzipped(bundle.rawPayload)
  interface Listed {
    path: string
    sha256: string
    seal: SealWire | null
  }
  const manifest = JSON.parse(entries.get('manifest.json')?.toString('utf8') ?? '{}') as { files: Listed[] }
  const found = manifest.files.map(({ path, seal }) => [
    // Each has its number before its name.
    path.replace(/^.*\/\d+-/, ''),
    seal && [seal.integrity, seal.trust],
  ])
  expect(Object.fromEntries(found)).toEqual(verdicts)
  for (const { path, sha256: digest, seal } of manifest.files) {
    expect(digest).toBe(sha256(entries.get(path) ?? ''))
    if (seal) expect([seal.sha256, seal.engine]).toEqual([digest, 'seals/1'])
  }
  const sealed = manifest.files.find(({ path }) => path.endsWith('sealed.pdf'))?.seal
  expect(sealed?.signatures).toMatchObject([
    { signer: { name: 'Office of tests' }, level: 'B', trustCode: 'VOUCHED', changes: 'PERMITTED' },
  ])
})
