import { answersDesk, type AnswersDesk, type ResponseWire } from '../responses/answers-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { guestOf, type Guest } from '../portal/portal-desk.ts'
import type { TestApp } from '../harness/index.ts'

interface SampleCompany {
  name: string
  siren: string
  siret: string
}

interface Supplier {
  readonly thirdpartyId: number
  readonly company: SampleCompany
  readonly documents: Record<string, number>
  readonly guest: Guest
  /** Sends one PDF through the portal, without its checks. */
  send(code: string, content: Buffer, more?: object): Promise<number>
  /** The same, checked. */
  checked(code: string, content: Buffer, more?: object): Promise<ResponseWire & { codes: string[] }>
}

interface VerdictDesk extends AnswersDesk {
  readonly first: Supplier
  /** Another third party of the account; the nth is always the same company. */
  supplier(nth: number): Promise<Supplier>
  policy(code: string, policy: object): Promise<unknown>
}

/** A desk whose account lets the checks decide, with somebody of the third party in the portal. */
export async function verdictDesk(t: TestApp, typeCode = 'VIGILANCE'): Promise<VerdictDesk> {
  const d = await answersDesk(t, { typeCode })
  await d.patch('/evaluation-options', { autoAccept: true })

  const supplierOf = async (thirdpartyId: number, documents: Record<string, number>): Promise<Supplier> => {
    const company = (await d.get(`/thirdparties/${thirdpartyId}`)).json<SampleCompany>()
    const guest = await guestOf(t, { ...d, thirdpartyId }, { language: 'fr' })
    const send = async (code: string, content: Buffer, more: object = { effectiveDate: '2026-10-31' }) => {
      const path = `/requests/${documents[code]}/draft`
      await guest.files(`${path}/files`, [{ name: 'attestation.pdf', content }])
      await guest.call('PUT', path, more)
      const sent = await guest.call('POST', `${path}/submit`)
      if (sent.statusCode !== 200) throw new Error(sent.body)
      return sent.json<{ responseId: number }>().responseId
    }
    const checked: Supplier['checked'] = async (code, content, more) => {
      const responseId = await send(code, content, more)
      await runAnswerJobs(t, d.accountId)
      const answer = await d.response(responseId)
      return { ...answer, codes: answer.checkFindings.map(({ code: found }) => found) }
    }
    return { thirdpartyId, company, documents, guest, send, checked }
  }

  return {
    ...d,
    first: await supplierOf(d.thirdpartyId, d.documents),
    supplier: async (nth) => {
      const { thirdpartyId } = await t.given.thirdParty(d, nth)
      return supplierOf(thirdpartyId, (await t.given.dossier(d, thirdpartyId, typeCode)).documents)
    },
    policy: async (code, policy) => {
      const url = `${d.base}/check-policies/${code}`
      const answer = await t.call('PUT', url, { token: d.token, body: policy })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json()
    },
  }
}
