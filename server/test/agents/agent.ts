import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

export interface Answer {
  readonly notice: string
  readonly data: Record<string, unknown> & { items?: Record<string, unknown>[] }
  readonly cut: string[]
  readonly next: string | null
}

export interface Agent {
  readonly client: Client
  /** What a tool found; throws with the text of a refusal. */
  call(name: string, given?: Record<string, unknown>): Promise<Answer>
  /** The text of a refusal. */
  refused(name: string, given?: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

const clientInfo = { name: 'test-agent', version: '1.2' }

/** The SDK's own client, over HTTP. */
export async function connectAgent(origin: string, token: string, path = '/mcp'): Promise<Agent> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  return agentOver(new StreamableHTTPClientTransport(new URL(path, origin), { requestInit }))
}

export async function agentOver(transport: Transport): Promise<Agent> {
  const client = new Client(clientInfo)
  await client.connect(transport)
  const ask = async (name: string, given: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: given })) as CallToolResult
  return {
    client,
    async call(name, given) {
      const result = await ask(name, given)
      if (result.isError === true) throw new Error(textOf(result))
      return result.structuredContent as unknown as Answer
    },
    async refused(name, given) {
      const result = await ask(name, given)
      if (result.isError !== true) throw new Error(`Not refused: ${textOf(result)}`)
      return textOf(result)
    },
    close: () => client.close(),
  }
}

export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
