import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { connectAgent } from './agent.ts'

let harness: TestApp
let origin: string

beforeAll(async () => {
  harness = await testApp()
  origin = await harness.listen()
})
afterAll(() => harness.close())

interface Told {
  readonly content: {
    eventName: string
    actor: { type: string; id: number | null }
    data: Record<string, unknown>
  }[]
}

async function desk(access?: 'OFF' | 'READ' | 'WRITE') {
  const office = await harness.given.office()
  const { thirdpartyId } = await harness.given.thirdParty(office)
  const { base, token } = office
  if (access) {
    const set = await harness.call('PUT', `${base}/agent-policy`, { token, body: { access } })
    expect(set.statusCode, set.body).toBe(200)
  }
  const person = await harness.given.person([office.accountId], ['MANAGER'])
  return { ...office, thirdpartyId, person }
}

const readEvents = async ({ base, token, thirdpartyId }: Awaited<ReturnType<typeof desk>>) =>
  (
    await harness.call('GET', `${base}/thirdparties/${thirdpartyId}/events?include=all&size=50`, { token })
  ).json<Told>().content

test('An account lets agents read and no more, until an administrator says otherwise', async () => {
  const here = await desk()
  const agent = await connectAgent(origin, here.person.token)
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('add_comment')
  const before = (await readEvents(here)).length
  const text = 'Not to be written'
  const refusal = await agent.refused('add_comment', { companyId: here.thirdpartyId, text })
  expect(refusal).toContain('AGENTS_READ_ONLY')
  expect(await readEvents(here)).toHaveLength(before)
  await agent.close()
})

test('What an agent writes is its person’s, is written once, and is marked in the journal', async () => {
  const here = await desk('WRITE')
  const agent = await connectAgent(origin, here.person.token)
  const given = { companyId: here.thirdpartyId, text: 'Looks sound to me.' }
  const first = await agent.call('add_comment', given)
  const again = await agent.call('add_comment', given)
  expect(again.data['commentId']).toBe(first.data['commentId'])
  const comments = await agent.call('list_comments', { companyId: here.thirdpartyId })
  expect(comments.data.items).toMatchObject([{ text: given.text, author: { id: here.person.userId } }])
  const [event] = (await readEvents(here)).filter(({ data }) => data['agent'] !== undefined)
  expect(event).toMatchObject({
    actor: { type: 'USER', id: here.person.userId },
    data: { agent: 'test-agent 1.2' },
  })
  await agent.close()
})

test('A task and a request for documents are made, and the administration journal names the agent', async () => {
  const here = await desk('WRITE')
  const { dossierId, documents } = await harness.given.dossier(here, here.thirdpartyId)
  const types = await harness.call('GET', `${here.base}/document-types`, { token: here.token })
  const code = types
    .json<{ content: { code: string }[] }>()
    .content.map((one) => one.code)
    .find((one) => documents[one] === undefined)
  const agent = await connectAgent(origin, here.person.token)
  const task = await agent.call('create_task', {
    title: 'Call them',
    companyId: here.thirdpartyId,
    key: 'one',
  })
  expect(task.data).toMatchObject({ title: 'Call them', state: 'OPEN' })
  const reused = { title: 'Call somebody else', companyId: here.thirdpartyId, key: 'one' }
  expect(await agent.refused('create_task', reused)).toContain('IDEMPOTENCY_KEY_REUSED')
  const asked = await agent.call('request_documents', { dossierId, documentCodes: [code] })
  expect(asked.data).toMatchObject({ added: [{ documentCode: code }] })
  const url = `${here.base}/administration/journal?names=TASK_OPENED`
  const journal = await harness.call('GET', url, { token: here.token })
  const [entry] = journal.json<{ content: { after: object; actor: object }[] }>().content
  expect(entry).toMatchObject({ actor: { id: here.person.userId }, after: { agent: 'test-agent 1.2' } })
  await agent.close()
})

test('What the person writes without an agent bears no mark, whatever headers say', async () => {
  const here = await desk('WRITE')
  const url = `${here.base}/thirdparties/${here.thirdpartyId}/comments`
  const { token } = here.person
  const headers = { 'x-vigie-agent': 'forged forged-agent' }
  expect((await harness.call('POST', url, { token, headers, body: { text: 'By hand' } })).statusCode).toBe(
    201,
  )
  expect((await readEvents(here)).every(({ data }) => data['agent'] === undefined)).toBe(true)
})

test('A reader’s agent may not write even where agents may', async () => {
  const here = await desk('WRITE')
  const reader = await harness.given.person([here.accountId], ['READER'])
  const agent = await connectAgent(origin, reader.token)
  const { tools } = await agent.client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names).not.toContain('add_comment')
  expect(names).not.toContain('simulate_rule')
  const given = { companyId: here.thirdpartyId, text: 'May I?' }
  expect(await agent.refused('add_comment', given)).toContain('PERMISSION_DENIED')
  expect(await agent.refused('simulate_rule', { dossierTypeCodes: ['ONBOARDING'] })).toContain(
    'PERMISSION_DENIED',
  )
  await agent.close()
})

test('An account that switched agents off answers so, and the change is in the administration journal', async () => {
  const here = await desk('OFF')
  await expect(connectAgent(origin, here.person.token)).rejects.toThrow('AGENTS_OFF')
  const url = `${here.base}/administration/journal?names=SETTINGS_CHANGED`
  const journal = await harness.call('GET', url, { token: here.token })
  expect(journal.json<{ content: object[] }>().content[0]).toMatchObject({
    before: { setting: 'agents', access: 'READ' },
    after: { setting: 'agents', access: 'OFF' },
  })
  const manager = await harness.call('PUT', `${here.base}/agent-policy`, {
    token: here.person.token,
    body: { access: 'WRITE' },
  })
  expect(manager.json()).toMatchObject({ code: 'PERMISSION_DENIED' })
  const stale = await harness.call('PUT', `${here.base}/agent-policy`, {
    token: here.token,
    body: { access: 'WRITE' },
    headers: { 'if-match': '"7"' },
  })
  expect(stale.statusCode).toBe(412)
})
