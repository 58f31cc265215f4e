import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const header = 'x-vigie-agent'
// Known to this process only: what comes from outside can neither claim the mark nor read it anywhere.
const secret = randomUUID()

/** For calls that the service makes to itself on behalf of an agent: whatever they write is marked with its name. */
export function agentHeaders(agent: string): Record<string, string> {
  return { [header]: `${secret} ${encodeURIComponent(agent)}` }
}

export function agentOf(headers: IncomingHttpHeaders): string | null {
  const given = headers[header]
  if (typeof given !== 'string' || !given.startsWith(`${secret} `)) return null
  return decodeURIComponent(given.slice(secret.length + 1))
}
