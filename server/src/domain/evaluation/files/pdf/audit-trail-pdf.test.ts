import { createHash } from 'node:crypto'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { auditTrailPdf, type AuditTrailInput } from './audit-trail-pdf.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

const trail: AuditTrailInput = {
  language: 'fr',
  accountName: 'Manufacture',
  producedAt: new Date('2026-04-02T14:00:00Z'),
  producedBy: 'Paul Martin',
  document: {
    code: 'KBIS',
    names: { fr: 'Extrait Kbis', en: 'Company register extract' },
    reference: 'DOC-90817',
    status: 'Valide',
  },
  thirdParty: { name: 'Ateliers Lefèvre', identifiers: [{ label: 'SIREN', value: '552 100 554' }] },
  requests: [
    { at: new Date('2026-02-01T08:00:00Z'), by: 'Règle Vigilance', origin: 'Règle', dueDate: '01/03/2026' },
  ],
  answers: [
    {
      reference: 'REP-4217',
      at: new Date('2026-03-14T09:26:53Z'),
      author: 'Élodie Lefèvre',
      transmitter: 'SOURCE_EXTERNE',
      status: 'Acceptée',
      files: [{ name: 'kbis à jour.pdf', size: 2_184_223, sha256: sha256('file') }],
    },
  ],
  decisions: [
    {
      at: new Date('2026-03-15T10:00:00Z'),
      author: 'Claire Œuvrard',
      answer: 'REP-4217',
      outcome: 'REJECTED',
      comment: 'Illisible, merci de recommencer',
      isPrivate: false,
    },
    {
      at: new Date('2026-03-16T10:00:00Z'),
      author: 'Claire Œuvrard',
      answer: 'REP-4217',
      outcome: 'APPROVED',
      comment: 'La banque a été rappelée',
      isPrivate: true,
    },
  ],
  withPrivateComments: false,
  checks: [{ at: new Date('2026-03-14T09:27:01Z'), name: 'SIREN', outcome: 'FAILED', detail: 'non trouvé' }],
  events: Array.from({ length: 120 }, (_, i) => ({
    seq: 1_000 + 3 * i,
    at: new Date(Date.UTC(2026, 1, 1, 8, 0, i)),
    name: 'DOCUMENT_STATUS_UPDATED',
    actor: `Acteur ${i}`,
    hash: sha256(String(i)),
  })),
  chain: {
    headSeq: 2_931,
    headHash: sha256('head'),
    verdict: { intact: true, at: new Date('2026-04-02T13:59:58Z') },
  },
}

async function pagesOf(input: AuditTrailInput): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await auditTrailPdf(input)), { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}

test('The PDF tells the whole history, event by event, with the header on every page', async () => {
  const pages = await pagesOf(trail)
  const all = pages.join(' ')
  for (const words of [
    'Piste d’audit – Extrait Kbis',
    'SIREN 552 100 554',
    'Règle Vigilance',
    'Une source externe',
    'kbis à jour.pdf 2 184 223 octets',
    'Refusée REP-4217 Claire Œuvrard Illisible, merci de recommencer',
    'Commentaire privé, non reproduit ici',
    'Non conforme non trouvé',
    '120 (1000 – 1357)',
    'Chaîne intacte, recalculée le 02/04/2026 13:59:58 UTC',
  ]) {
    expect(all).toContain(words)
  }
  expect(all).not.toContain('La banque a été rappelée')
  expect(all.replace(/\s/g, '')).toContain(sha256('file'))
  for (const { seq, actor, hash } of trail.events) {
    expect(all).toMatch(
      new RegExp(`${seq} 01/02/2026 [\\d:]{8} DOCUMENT_STATUS_UPDATED ${actor} ${hash.slice(0, 12)}`),
    )
  }
  for (const [i, page] of pages.entries()) {
    expect(page).toContain(`Page ${i + 1}/${pages.length}`)
    expect(page).toContain(trail.chain.headHash)
    expect(page.includes('Acteur Empreinte')).toBe(page.includes('DOCUMENT_STATUS_UPDATED'))
  }
})

test('The PDF prints private comments on request, empty parts as such, and a broken chain prominently', async () => {
  const short = { ...trail, events: trail.events.slice(0, 2) }
  expect((await pagesOf({ ...short, withPrivateComments: true })).join(' ')).toContain(
    '[privé] La banque a été',
  )
  const at = new Date('2026-04-02T13:59:58Z')
  const bare: AuditTrailInput = {
    ...trail,
    language: 'en',
    requests: [],
    answers: [],
    decisions: [],
    checks: [],
    events: [],
    chain: { ...trail.chain, verdict: { intact: false, at, brokenSeq: 17 } },
  }
  const text = (await pagesOf(bare)).join(' ')
  expect(text.match(/None/g)).toHaveLength(6)
  expect(text).toContain('CHAIN BROKEN, found at 2026-04-02 13:59:58 UTC, at event no. 17')
  const unverified = { ...bare, chain: { ...bare.chain, verdict: null } }
  expect((await pagesOf(unverified)).join(' ')).toContain('was not recomputed')
})

test('The PDF is the same file for the same history', async () => {
  const short = { ...trail, events: trail.events.slice(0, 5) }
  expect(sha256(await auditTrailPdf(short))).toBe(sha256(await auditTrailPdf(structuredClone(short))))
})
