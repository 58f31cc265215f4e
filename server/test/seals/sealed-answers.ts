import { day, issue, revocationList } from '../../../packages/seals/test/kit/authority.ts'
import { TestPdf } from '../../../packages/seals/test/kit/test-pdf.ts'
import type { TestApp } from '../harness/index.ts'
import { deskDay, type AnswersDesk, type ResponseWire } from '../responses/answers-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'

type JobOptions = Parameters<typeof runAnswerJobs>[2]

/** The day that desks of answers live in. */
export const sealDay = new Date(`${deskDay}T00:00:00Z`)
const validity = {
  from: new Date(sealDay.getTime() - 100 * day),
  until: new Date(sealDay.getTime() + 300 * day),
}

export const root = issue({ name: 'Root of tests', isAuthority: true, ...validity })
export const signer = issue({ name: 'Office of tests', issuer: root, isQualified: true, ...validity })

export const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`

/** Sealed, with proof that nothing was revoked. */
export const sealedPdf = TestPdf.write()
  .seal({ signer })
  .prove({ certificates: [], crls: [revocationList(root, [], sealDay)] })

export const revokedPdf = TestPdf.write()
  .seal({ signer })
  .prove({ certificates: [], crls: [revocationList(root, [signer], sealDay)] })

/** What was added after the seal is on the page. */
export const changedAfterPdf = sealedPdf.update([[4, '<</Length 0>>stream\n\nendstream']])

export function brokenPdf(): Buffer {
  const bytes = Buffer.from(sealedPdf.bytes)
  bytes.write('irregularity', bytes.indexOf('Certificate'), 'latin1')
  return bytes
}

export interface SealWire {
  readonly integrity: string
  readonly trust: string
  readonly trustVersion: number | null
  readonly sha256: string
  readonly engine: string
  readonly reason: string
  readonly signatures: readonly Record<string, unknown>[]
}

/** What became of an answer with this file, and of its seal. */
export async function checkedSeal(
  t: TestApp,
  d: AnswersDesk,
  content: Buffer,
  { code = 'REG_PROOF', ...options }: JobOptions & { readonly code?: string } = {},
): Promise<{ answer: ResponseWire; seal: SealWire; codes: string[] }> {
  const fields = { effectiveDate: '2026-11-01' }
  const sent = await d.send(code, [{ name: 'piece.pdf', content }], fields)
  if (sent.statusCode !== 201) throw new Error(sent.body)
  await runAnswerJobs(t, d.accountId, options)
  const answer = await d.response(sent.json<ResponseWire>().responseId)
  const codes = answer.checkFindings.map((finding) => finding.code)
  return {
    answer,
    seal: answer.evidences[0]?.['seal'] as SealWire,
    codes: codes.filter((each) => each.startsWith('SEAL_')),
  }
}
