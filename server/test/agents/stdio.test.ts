import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { builtProgram } from '../product/build.ts'
import { agentOver } from './agent.ts'

let harness: TestApp
let origin: string

beforeAll(async () => {
  harness = await testApp()
  origin = await harness.listen()
})
afterAll(() => harness.close())

function bridge(env: Record<string, string>) {
  const { PATH = '' } = process.env
  return new StdioClientTransport({
    command: process.execPath,
    args: [builtProgram(), 'mcp'],
    env: { PATH, ...env },
    stderr: 'pipe',
  })
}

test('An agent on the same machine works through standard input with a client’s secret', async () => {
  const office = await harness.given.office()
  const { thirdpartyId } = await harness.given.thirdParty(office)
  const { clientId, clientSecret } = await harness.given.client(office.accountId, ['READER'])
  const env = { VIGIE_URL: origin, VIGIE_CLIENT_ID: clientId, VIGIE_CLIENT_SECRET: clientSecret }
  const agent = await agentOver(bridge(env))
  expect(agent.client.getServerVersion()).toMatchObject({ name: 'vigie' })
  const { data } = await agent.call('find_companies')
  expect(data.items).toMatchObject([{ thirdpartyId }])
  expect((await agent.client.listResources()).resources.length).toBeGreaterThan(4)
  await agent.close()
})

test('An agent with a person’s token names the account, and what the service refuses reaches it in words', async () => {
  const [here, there] = [await harness.given.office(), await harness.given.office()]
  const { token } = await harness.given.person([here.accountId, there.accountId], ['READER'])
  const env = { VIGIE_URL: origin, VIGIE_TOKEN: token }
  const agent = await agentOver(bridge({ ...env, VIGIE_ACCOUNT: String(here.accountId) }))
  expect((await agent.call('statistics')).data).toMatchObject({ thirdParties: { total: 0 } })
  await agent.close()
  await expect(agentOver(bridge(env))).rejects.toThrow('ACCOUNT_AMBIGUOUS')
})
