const maxLength = 80
const prefix = 'agent-'

/** One readable line, whatever the program says of itself. */
export function tidyAgentName(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    // Half of a character outside the basic plane is no text.
    .replace(/[\uD800-\uDBFF]$/, '')
  return line === '' ? 'unnamed agent' : line
}

/** What the program calls itself when it begins; null for any other message. */
export function nameOfInitialize(message: unknown): string | null {
  const { method, params } = message as { method?: unknown; params?: { clientInfo?: unknown } }
  if (method !== 'initialize') return null
  const { name, version } = (params?.clientInfo ?? {}) as { name?: unknown; version?: unknown }
  return tidyAgentName([name, version].filter((part) => typeof part === 'string').join(' '))
}

/**
 * The name travels in the session id: it is said only once, and no process keeps a session. It needs no signature: like a
 * user agent, it is whatever the program says of itself.
 */
export function sessionOf(agent: string): string {
  return `${prefix}${Buffer.from(agent).toString('base64url')}`
}

export function nameOfSession(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const { 'mcp-session-id': session, 'user-agent': userAgent } = headers
  if (typeof session === 'string' && session.startsWith(prefix))
    return tidyAgentName(Buffer.from(session.slice(prefix.length, 500), 'base64url').toString())
  return tidyAgentName(typeof userAgent === 'string' ? userAgent : '')
}
