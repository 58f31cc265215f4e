import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieJar {
  read(request: FastifyRequest, name: CookieName): string | null
  write(reply: FastifyReply, name: CookieName, cookie: { value: string; maxAgeSeconds: number }): void
  clear(reply: FastifyReply, name: CookieName): void
}

export type CookieName = 'session' | 'device' | 'oidc' | 'portal'

/** Behind https the __Host- prefix makes the browser refuse the cookie from any other host or path. */
export function createCookieJar(publicUrl: string): CookieJar {
  const secure = publicUrl.startsWith('https:')
  const fullName = (name: CookieName) => `${secure ? '__Host-' : ''}vigie_${name}`
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  const set = (reply: FastifyReply, name: CookieName, value: string, maxAge: number) => {
    void reply.header('set-cookie', fastifyCookie.serialize(fullName(name), value, { ...attributes, maxAge }))
  }
  return {
    read: (request, name) => fastifyCookie.parse(request.headers.cookie ?? '')[fullName(name)] ?? null,
    write: (reply, name, cookie) => set(reply, name, cookie.value, cookie.maxAgeSeconds),
    clear: (reply, name) => set(reply, name, '', 0),
  }
}
