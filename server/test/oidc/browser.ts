import type { LightMyRequestResponse } from 'fastify'
import type { HttpApp } from '../../src/platform/http/index.ts'

/** Goes where our service sent the browser, and returns where the provider sends it back. */
export type Visit = (location: string) => Promise<URL>

/** A browser between our service and a provider. It forgets its cookies after each journey, unless it is handed some. */
export interface Browser {
  /** Leaves for the provider and comes back; the answer of the way back, or of the start if it led nowhere. */
  follow(url: string, visit: Visit, cookie?: string): Promise<LightMyRequestResponse>
  arrive(accountId: number | null, visit: Visit): Promise<LightMyRequestResponse>
  /** The cookie of the session that the way back opened; throws with the place it was sent to otherwise. */
  sessionOf(answer: LightMyRequestResponse): string
  /** An access token of that session. */
  renew(cookie: string): Promise<{ token: string; cookie: string }>
  enter(accountId: number | null, visit: Visit): Promise<string>
}

/** For providers that answer a visit at once. */
export async function visitOnce(location: string): Promise<URL> {
  const away = await fetch(location, { redirect: 'manual' })
  return new URL(String(away.headers.get('location')))
}

export function openBrowser(app: HttpApp): Browser {
  const cookieOf = (answer: LightMyRequestResponse, name: string) =>
    new RegExp(`(?:__Host-)?vigie_${name}=[^;,]+`).exec(String(answer.headers['set-cookie']))?.[0] ?? ''
  const browser: Browser = {
    async follow(url, visit, cookie = '') {
      const start = await app.inject({ url, headers: { cookie } })
      const location = String(start.headers.location)
      if (!/^https?:/.test(location)) return start
      const back = await visit(location)
      const cookies = [cookieOf(start, 'oidc'), cookie].filter((one) => one !== '')
      return app.inject({ url: `${back.pathname}${back.search}`, headers: { cookie: cookies.join('; ') } })
    },
    arrive: (accountId, visit) =>
      browser.follow(`/auth/oidc/start${accountId === null ? '' : `?account=${accountId}`}`, visit),
    sessionOf(answer) {
      const session = cookieOf(answer, 'session')
      if (session === '') throw new Error(`No session: ${String(answer.headers.location)}`)
      return session
    },
    async renew(cookie) {
      const headers = { 'x-vigie-client': 'web', cookie }
      const answer = await app.inject({ method: 'POST', url: '/auth/refresh', headers })
      const { accessToken: token } = answer.json<{ accessToken: string }>()
      return { token, cookie: browser.sessionOf(answer) }
    },
    enter: async (accountId, visit) => {
      const { token } = await browser.renew(browser.sessionOf(await browser.arrive(accountId, visit)))
      return token
    },
  }
  return browser
}
