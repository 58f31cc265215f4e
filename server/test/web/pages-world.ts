import type { TestApp } from '../harness/index.ts'
import { addContact } from '../portal/portal-desk.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { approve } from '../responses/review-desk.ts'
import { gazetteOf } from '../story/two-years/gazette.ts'
import { firstDay, openWorker, quiet } from '../story/two-years/portfolio.ts'
import { pdfPage, reviewWorld } from './review-world.ts'

export interface PagesWorld extends AnswersDesk {
  readonly companyName: string
  readonly ruleId: number
  readonly endpointId: number
  readonly mailId: number
}

/** An account in which every page has something to show. */
export async function pagesWorld(t: TestApp): Promise<PagesWorld> {
  const d = await reviewWorld(t, pdfPage('Extract of the register'))
  const made = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await d.post(path, body)
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.json<T>()
  }
  for (let nth = 1; nth <= 4; nth += 1) await t.given.thirdParty(d, nth)
  await addContact(t, d, { language: 'en' })
  await made(`/thirdparties/${d.thirdpartyId}/comments`, { text: 'The factory moves in May.' })
  const rule = { name: 'Everyone', dossierTypeCodes: ['SCREENING'] }
  const { ruleId } = await made<{ ruleId: number }>('/rules', rule)
  const worker = await openWorker(
    t,
    gazetteOf(() => [], firstDay),
  )
  try {
    await made(`/rules/${ruleId}/activate`)
    await d.send('FISCAL_REG', [{ name: 'fiscal.pdf', content: pdfPage('No tax is owed') }])
    await quiet(t)
    const pending = await d.document('FISCAL_REG')
    const { evidences } = pending as unknown as { evidences: { responseId: number }[] }
    await approve(d, evidences[0]?.responseId ?? 0)
    await quiet(t)
  } finally {
    await worker.stop()
  }
  const hook = { url: 'https://hooks.example.com/v' }
  const { endpointId } = await made<{ endpointId: number }>('/webhooks', hook)
  const { name } = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>()
  const { content } = (await d.get('/mailbox/mails')).json<{ content: { mailId: number }[] }>()
  return { ...d, companyName: name, ruleId, endpointId, mailId: content[0]?.mailId ?? 0 }
}
