import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieJar {
  read(request: FastifyRequest, name: CookieName): string | null
  write(reply: FastifyReply, name: CookieName, cookie: { value: string; maxAgeSeconds: number }): void
  clear(reply: FastifyReply, name: CookieName): void
}

export type CookieName = 'session' | 'device' | 'oidc' | 'portal' | 'operator'

/** Sent to the operator's own API and to nothing else, whatever page the browser comes from. */
const operatorOnly = { path: '/api/operator', sameSite: 'strict' } as const

/**
 * Behind https the __Host- prefix makes the browser refuse the cookie from any other host or path. It demands the path /,
 * so the operator's cookie, which has a narrower one, bears the prefix below it.
 */
export function createCookieJar(publicUrl: string): CookieJar {
  const secure = publicUrl.startsWith('https:')
  const prefixOf = (name: CookieName) => (name === 'operator' ? '__Secure-' : '__Host-')
  const fullName = (name: CookieName) => `${secure ? prefixOf(name) : ''}vigie_${name}`
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  const set = (reply: FastifyReply, name: CookieName, value: string, maxAge: number) => {
    const narrowed = { ...attributes, ...(name === 'operator' && operatorOnly), maxAge }
    void reply.header('set-cookie', fastifyCookie.serialize(fullName(name), value, narrowed))
  }
  return {
    read: (request, name) => fastifyCookie.parse(request.headers.cookie ?? '')[fullName(name)] ?? null,
    write: (reply, name, cookie) => set(reply, name, cookie.value, cookie.maxAgeSeconds),
    clear: (reply, name) => set(reply, name, '', 0),
  }
}
