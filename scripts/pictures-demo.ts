import type { DemoCredentials } from '../server/test/product/product.ts'

/** The API of the demonstration, as its own client asks it. */
export interface DemoApi {
  get<T>(address: string): Promise<T>
  post(address: string, body: object): Promise<void>
}

type Row = Record<string, number>

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export async function demoApi(demo: DemoCredentials): Promise<DemoApi> {
  const base = `${demo.baseUrl}/api/v1/account/${demo.accountId}`
  const answer = await fetch(`${demo.baseUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${demo.clientId}:${demo.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function ask(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(base + address, { ...init, headers })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response
  }
  return {
    get: async <T>(address: string) => (await (await ask(address)).json()) as T,
    post: async (address, body) => {
      await ask(address, { method: 'POST', body: JSON.stringify(body) })
    },
  }
}

const first = async (api: DemoApi, address: string) =>
  (await api.get<{ content: Row[] }>(address)).content[0] ?? {}

/** One of each that is worth a picture. */
export async function examples(api: DemoApi) {
  const dossier = await first(api, '/dossiers?statusCode=ACTION_REQUIRED&size=1')
  const waiting = await first(api, '/documents?statusCode=ONGOING&size=1')
  const rules = await api.get<{ content: { ruleId: number; shippedCode: string }[] }>('/rules?active=false')
  const mails = await api.get<{ content: { mailId: number; template: string }[] }>('/mailbox/mails?size=50')
  return {
    thirdpartyId: dossier['thirdpartyId'],
    dossierId: dossier['dossierId'],
    documentId: waiting['documentId'],
    mailId: mails.content.find(({ template }) => template === 'contact.invited')?.mailId,
    // One that is off, so that there is something to open.
    ruleId: rules.content.find(({ shippedCode }) => shippedCode === 'SCREENING_ALL')?.ruleId,
  }
}

/** A fresh link into the portal, as a contact with something to do gets it. */
export async function portalLink(api: DemoApi): Promise<string> {
  const newest = async () => (await first(api, '/mailbox/mails?size=1'))['mailId']
  const before = await newest()
  const { thirdpartyId } = await first(
    api,
    '/dossiers?statusCode=ABSENT&dossierTypeCode=SUPPLIER_FILE&size=1',
  )
  const contact = { email: `camille.${Date.now()}@supplier.example`, firstName: 'Camille', language: 'en' }
  await api.post(`/thirdparties/${thirdpartyId}/contacts`, contact)
  for (let attempt = 0; attempt < 60; attempt++) {
    const mailId = await newest()
    if (mailId !== before) {
      const { html } = await api.get<{ html: string }>(`/mailbox/mails/${mailId}`)
      const link = /href="([^"]*\/portal#link=[^"]+)"/.exec(html)?.[1]
      if (link !== undefined) return link.replaceAll('&amp;', '&')
    }
    await pause(500)
  }
  throw new Error('No invitation came.')
}
