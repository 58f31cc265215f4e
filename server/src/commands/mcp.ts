import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { Command } from 'commander'
import { loadBridge } from '../config.ts'
import type { BridgeConfig, BridgeCredentials } from '../config-agents.ts'

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('let an agent on this machine use a Vigie service, over standard input and output')
    .action(() => bridge(loadBridge()))
}

/** Passes messages on and decides nothing: whatever an agent may do is for the service to say. */
async function bridge({ url, accountId, credentials }: BridgeConfig): Promise<void> {
  const path = accountId === null ? 'mcp' : `api/v1/account/${accountId}/mcp`
  const base = url.endsWith('/') ? url : `${url}/`
  const remote = new StreamableHTTPClientTransport(new URL(path, base), {
    fetch: fetchWithToken(credentials, new URL('oauth2/token', base)),
  })
  const local = new StdioServerTransport()
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the protocol has no other way
  remote.onmessage = (message) => {
    const version = versionAgreed(message)
    if (version !== null) remote.setProtocolVersion(version)
    void local.send(message)
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the protocol has no other way
  local.onmessage = (message) => {
    remote.send(message).catch((error: unknown) => {
      const text = sayFailure(error)
      // Standard output is the protocol's alone.
      process.stderr.write(`${text}\n`)
      if ('method' in message && 'id' in message)
        void local.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: text } })
    })
  }
  await remote.start()
  await local.start()
  await new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
}

/** Every message but the first names the version that was agreed on. */
function versionAgreed(message: JSONRPCMessage): string | null {
  if (!('result' in message)) return null
  const { protocolVersion } = message.result
  return typeof protocolVersion === 'string' ? protocolVersion : null
}

/** The service's own words, if there are any. */
function sayFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const problem = /\{.+\}/s.exec(text)?.[0]
  try {
    const { code, detail } = JSON.parse(problem ?? '') as { code?: string; detail?: string }
    if (code !== undefined && detail !== undefined) return `${code}: ${detail}`
  } catch {
    // No problem of ours, then.
  }
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${text}${cause}`
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const renewBeforeMs = 60_000

/** A client's token is fetched when it is needed, and again before it ends. */
function fetchWithToken(credentials: BridgeCredentials, tokenUrl: URL): Fetch {
  let held: Promise<{ token: string; until: number }> | null = null
  const tokenNow = async (): Promise<string> => {
    if ('token' in credentials) return credentials.token
    if (held === null || (await held).until < Date.now()) {
      held = requestToken(credentials, tokenUrl)
      held.catch(() => {
        held = null
      })
    }
    return (await held).token
  }
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${await tokenNow()}`)
    return fetch(url, { ...init, headers })
  }
}

async function requestToken(
  { clientId, clientSecret }: Exclude<BridgeCredentials, { token: string }>,
  url: URL,
): Promise<{ token: string; until: number }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  if (!answer.ok) throw new Error(`The service gave no token to this client (${answer.status}).`)
  const { access_token: token, expires_in: seconds } = (await answer.json()) as {
    access_token: string
    expires_in: number
  }
  return { token, until: Date.now() + seconds * 1_000 - renewBeforeMs }
}
