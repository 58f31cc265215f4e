import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  answersDesk,
  entries,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import {
  certificatePdf,
  editedByAppending,
  liabilityPdf,
  vigilancePdf,
  type VigilanceParts,
} from '../../../../test/responses/certificate-pdf.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

interface Company {
  name: string
  siren: string
  siret: string
}

/** A desk whose account lets the checks accept what they can prove. */
async function trustingDesk(typeCode = 'VIGILANCE'): Promise<AnswersDesk & { company: Company }> {
  const d = await answersDesk(t, { typeCode })
  await t.call('PATCH', `${d.base}/evaluation-options`, { token: d.token, body: { autoAccept: true } })
  const company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<Company>()
  return { ...d, company }
}

/** The answer with these pages once the checks have run. */
async function checked(
  d: AnswersDesk,
  code: string,
  content: Buffer,
  fields: Record<string, string> = { effectiveDate: '2026-10-31' },
): Promise<{ status: string; codes: string[]; answer: ResponseWire }> {
  const sent = await d.send(code, [{ name: 'piece.pdf', content }], fields)
  expect(sent.statusCode, sent.body).toBe(201)
  await runAnswerJobs(t, d.accountId)
  const answer = await d.response(sent.json<ResponseWire>().responseId)
  return { status: answer.status, codes: answer.checkFindings.map(({ code: found }) => found), answer }
}

describe('Automatic acceptance', () => {
  test('A certificate that agrees with what was declared is accepted, and the decision names its reader', async () => {
    const d = await trustingDesk()
    await d.told()
    const { status, codes, answer } = await checked(d, 'SOC_VIGILANCE', await vigilancePdf(d.company))
    expect([status, codes]).toEqual(['ACCEPTED', []])
    expect(answer.evidences[0]?.metadata).toMatchObject({
      reader: 'SOC_VIGILANCE/1',
      read_kind: 'SOC_VIGILANCE',
      read_certifiedOn: '2026-10-31',
    })
    const events = await d.told()
    const told = events.find(({ name }) => name === 'DOCUMENT_ANSWER_ACCEPTED')
    const verified = events.filter(({ name }) => name === 'DOCUMENT_DOCCHECK_STATUS_UPDATE')
    const evidenceId = answer.evidences[0]?.id
    expect(verified).toMatchObject([
      { data: { evidenceId, before: null, after: 'VERIFIED', checkOutcome: 'PASSED' } },
    ])
    expect(told?.data).toMatchObject({ readers: ['SOC_VIGILANCE/1'] })
  })

  test('A page that prints the number of the company and is no certificate goes to a person', async () => {
    const d = await trustingDesk()
    const { name, siren, siret } = d.company
    const content = await certificatePdf({
      issuer: name,
      title: 'Our company',
      lines: [`SIREN ${siren}`, `SIRET ${siret}`, 'Date : 31/10/2026'],
    })
    expect(await checked(d, 'SOC_VIGILANCE', content)).toMatchObject({
      status: 'PENDING',
      codes: ['KIND_NOT_RECOGNISED'],
    })
  })

  test('A letter that quotes the words of a certificate goes to a person', async () => {
    const d = await trustingDesk()
    const { name, siren } = d.company
    const content = await certificatePdf({
      issuer: name,
      title: 'ATTESTATION DE VIGILANCE',
      lines: [
        'Madame, Monsieur,',
        `Nous vous confirmons que notre société ${name}, SIREN ${siren}, est à jour de ses obligations de paiement`,
        'des cotisations auprès de l’URSSAF à la date du 31/10/2026 (article L. 243-15).',
        'Code de sécurité K7M2P9Q4R1S8T3U',
        'Veuillez agréer nos salutations distinguées.',
      ],
    })
    expect(await checked(d, 'SOC_VIGILANCE', content)).toMatchObject({
      status: 'PENDING',
      codes: ['KIND_NOT_RECOGNISED'],
    })
  })

  test('Another kind of certificate is not accepted, and its sender is told', async () => {
    const d = await trustingDesk()
    const { status, codes, answer } = await checked(d, 'SOC_VIGILANCE', await liabilityPdf(d.company))
    expect([status, codes]).toEqual(['PENDING', ['KIND_DIFFERS']])
    expect(answer['checkOutcome']).toBe('FAILED')
  })

  const told: readonly [string, VigilanceParts, string[]][] = [
    ['another date than was typed', { certifiedOn: '31/08/2026' }, ['DATE_MISMATCH']],
    ['a date in the future', { issuedOn: '05/12/2026' }, ['PRINTED_DATE_IN_FUTURE']],
    ['debts', { statement: 'n’est pas à jour' }, ['PRINTED_NOT_UP_TO_DATE']],
    ['an end long ago', { certifiedOn: '31/01/2026' }, ['DATE_MISMATCH', 'PRINTED_EXPIRED']],
    ['an editor’s name', { info: { Producer: 'Sejda 5' } }, ['PDF_MADE_WITH_EDITOR']],
    [
      'a later change',
      { info: { CreationDate: new Date('2026-11-05T08:00Z'), ModDate: new Date('2026-11-09T08:00Z') } },
      ['PDF_MODIFIED_LATER'],
    ],
  ]
  test.each(told)('A certificate with %s goes to a person', async (_, parts, expected) => {
    const d = await trustingDesk()
    const { status, codes } = await checked(d, 'SOC_VIGILANCE', await vigilancePdf(d.company, parts))
    expect([status, codes]).toEqual(['PENDING', expected])
  })

  test('A certificate of another company in whose margin ours is named goes to a person', async () => {
    const d = await trustingDesk()
    const stranger = { name: 'Scierie Imaginaire', siren: '542 110 291', siret: '' }
    const draw = (document: PDFKit.PDFDocument) =>
      document.text(`SIREN ${d.company.siren}`, 60, 780, { lineBreak: false })
    const { status, codes } = await checked(d, 'SOC_VIGILANCE', await vigilancePdf(stranger, { draw }))
    expect([status, codes]).toEqual(['PENDING', ['SUBJECT_NOT_ANCHORED']])
  })

  test('A certificate that was altered goes to a person, and its sender is told nothing of that', async () => {
    const d = await trustingDesk()
    const genuine = await vigilancePdf(d.company)
    const appended = await checked(d, 'SOC_VIGILANCE', editedByAppending(genuine, 'Addition'))
    expect(appended).toMatchObject({ status: 'PENDING', codes: ['PDF_CHANGED_AFTER_SAVE'] })
    const covered = await vigilancePdf(d.company, {
      draw: (document) => {
        document.rect(50, 60, 300, 16).fill('#ffffff').fillColor('#000000').text('URSSAF Pays-Réel', 60, 60)
      },
    })
    expect(await checked(d, 'SOC_VIGILANCE', covered)).toMatchObject({
      status: 'PENDING',
      codes: ['PDF_TEXT_COVERED'],
    })
    const invisible = await vigilancePdf(d.company, {
      draw: (document) => document.fillColor('#ffffff').text('à jour', 60, 700),
    })
    expect(await checked(d, 'SOC_VIGILANCE', invisible)).toMatchObject({
      status: 'PENDING',
      codes: ['PDF_TEXT_HIDDEN'],
    })
    const otherFont = await vigilancePdf(d.company, {
      issuedOn: '',
      draw: (document) => document.font('Courier').text('Délivrée le 05/11/2026', 60, 700),
    })
    expect(await checked(d, 'SOC_VIGILANCE', otherFont)).toMatchObject({
      status: 'PENDING',
      codes: ['PDF_ODD_FONT'],
    })
  })

  test('Dates and numbers of an insurance are compared with its form', async () => {
    const d = await trustingDesk('ONBOARDING')
    const form = {
      policyNumber: 'RC 778204',
      insurer: 'Mutuelle Imaginaire du Lavoir',
      coverCeiling: '1500000',
      policyStart: '01/01/2026',
      policyEnd: '31/12/2026',
    }
    const answer = async (more: Partial<typeof form>, content: Buffer) =>
      checked(d, 'INS_LIABILITY', content, { formdata: JSON.stringify(entries({ ...form, ...more })) })
    const genuine = await liabilityPdf(d.company)
    expect(await answer({ coverCeiling: '9000000' }, genuine)).toMatchObject({ codes: ['FIELD_MISMATCH'] })
    expect(await answer({ policyEnd: '30/12/2026' }, genuine)).toMatchObject({ codes: ['DATE_MISMATCH'] })
    const past = await liabilityPdf(d.company, '31/10/2026')
    expect(await answer({}, past)).toMatchObject({
      status: 'PENDING',
      codes: ['DATE_MISMATCH', 'PRINTED_EXPIRED'],
    })
    expect(await answer({}, genuine)).toMatchObject({ status: 'ACCEPTED', codes: [] })
  })

  test('A document that no reader knows goes to a person, whatever it prints', async () => {
    const d = await trustingDesk('ONBOARDING')
    const content = await certificatePdf({
      issuer: d.company.name,
      title: 'GENERAL TERMS',
      lines: [`Company: ${d.company.name}`, `SIREN ${d.company.siren}`, 'Date: 31/10/2026'],
    })
    expect(await checked(d, 'GTC', content)).toMatchObject({ status: 'PENDING', codes: [] })
  })
})
