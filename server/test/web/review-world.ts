import { pdf, png, stream } from '@vigie/inspect/samples'
import type { Role } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { answersDesk, entries, type AnswersDesk } from '../responses/answers-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { buildPages, openPage, signIn, type Visit } from './browser.ts'

/** A page of a PDF with a line of text on it. */
export function pdfPage(words: string, more: Parameters<typeof pdf>[0] = {}): Buffer {
  const { objects = [], ...others } = more
  return pdf({
    pages:
      '<< /Type /Pages /Kids [5 0 R] /Count 1 /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    ...others,
    objects: [
      stream('', `BT /F1 28 Tf 60 700 Td (${words}) Tj ET`),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>`,
      ...objects,
    ],
  })
}

const identity = {
  legalName: 'Ateliers de la Loire',
  registrationNumber: '999940257',
  activity: 'Machining',
  currency: 'EUR',
  street: '1 quai des Essais',
  postalCode: '44000',
  city: 'Nantes',
  country: 'FR',
  'contacts.0.name': 'Ada Guest',
  'contacts.0.email': 'ada@people.example',
}
const bank = {
  iban: 'FR7630006000011234567890189',
  holder: 'Ateliers de la Loire',
  documentDate: '01/11/2026',
}

/** Three answers under review, the PDF waiting longest: a PDF, a form, and a picture with a form. */
export async function reviewWorld(t: TestApp, certificate: Buffer): Promise<AnswersDesk> {
  const d = await answersDesk(t)
  const asked = [
    () =>
      d.send('REG_PROOF', [{ name: 'extract.pdf', content: certificate }], { effectiveDate: '2026-11-01' }),
    () => d.fill('SUP_IDENTITY', identity, { effectiveDate: '2026-11-02' }),
    () =>
      d.send('BANK_DETAILS', [{ name: 'statement.png', content: png({ width: 300, height: 200 }) }], {
        formdata: JSON.stringify(entries(bank)),
      }),
  ]
  for (const send of asked) {
    const answer = await send()
    if (answer.statusCode >= 300) throw new Error(answer.body)
    await runAnswerJobs(t, d.accountId)
  }
  return d
}

export interface QueueDesk {
  readonly t: TestApp
  readonly d: AnswersDesk
  /** The address of the queue. */
  readonly queue: string
  /** Somebody signs in and sees the queue. */
  enter(person: { email: string; password: string }): Promise<Visit>
  enterAs(role: Role): Promise<Visit>
}

export async function openReview(certificate = pdfPage('Extract of the register')): Promise<QueueDesk> {
  const [t] = await Promise.all([testApp(), buildPages()])
  const url = await t.listen()
  const d = await reviewWorld(t, certificate)
  const queue = `${url}/app/account/${d.accountId}/review`
  const desk: QueueDesk = {
    t,
    d,
    queue,
    enter: async (person) => {
      const visit = await openPage()
      await visit.page.goto(queue)
      await signIn(visit.page, person)
      await visit.page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor()
      return visit
    },
    enterAs: async (role) => desk.enter(await t.given.person([d.accountId], [role])),
  }
  return desk
}
