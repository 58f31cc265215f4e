import type { LightMyRequestResponse } from 'fastify'
import { factorDesk, type FactorDesk } from '../accounts/factor-desk.ts'
import type { Fixture } from '../accounts/accounts-fixture.ts'
import { openBrowser, type Browser, type Visit } from './browser.ts'

interface Trial {
  readonly tryId: string
  readonly state: string
  readonly goOnAt: string | null
  readonly steps: readonly {
    step: string
    outcome: string
    detail: string | null
    cause: string | null
    advice: string | null
    claims: { name: string; value: string }[]
  }[]
}

/** Somebody at a browser who signs in through an account's own provider, and its administrator. */
export interface SsoDesk extends FactorDesk, Browser {
  put(accountId: number, token: string, body: object): Promise<LightMyRequestResponse>
  begin(accountId: number, token: string): Promise<Trial>
  /** A whole trial in one browser. */
  tryOut(accountId: number, token: string, visit: Visit): Promise<Trial>
}

export function ssoDesk(fixture: Fixture): SsoDesk {
  const desk = factorDesk(fixture)
  const path = (accountId: number) => `/api/v1/account/${accountId}/identity-provider`
  const browser = openBrowser(fixture.app)
  const sso: SsoDesk = {
    ...desk,
    ...browser,
    put: (accountId, token, body) => desk.call('PUT', path(accountId), { token, body }),
    begin: async (accountId, token) => {
      const answer = await desk.call('POST', `${path(accountId)}/try`, { token })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<Trial>()
    },
    async tryOut(accountId, token, visit) {
      const { tryId, goOnAt } = await sso.begin(accountId, token)
      if (goOnAt === null) throw new Error('The trial stopped before the browser.')
      const { pathname, search } = new URL(goOnAt)
      const end = await browser.follow(`${pathname}${search}`, visit)
      if (String(end.headers['set-cookie']).includes('vigie_session=')) {
        throw new Error('A trial signed somebody in.')
      }
      const page = `/app/account/${accountId}/settings/single-sign-on?try=${tryId}`
      if (end.headers.location !== page) throw new Error(`Back at ${String(end.headers.location)}`)
      return (await desk.call('GET', `${path(accountId)}/try/${tryId}`, { token })).json<Trial>()
    },
  }
  return sso
}
