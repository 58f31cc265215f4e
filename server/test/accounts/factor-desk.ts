import { hash } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Role } from '../../src/platform/kernel/index.ts'
import { password, publicUrl, type Fixture } from './accounts-fixture.ts'

/** Somebody at a browser, against the accounts routes alone. */
export interface FactorDesk {
  call(method: InjectOptions['method'], url: string, given?: Given): Promise<LightMyRequestResponse>
  /** A person whose password is hashed with little work: these tests sign in very often. */
  person(accountId: number, email: string, roles: Role[]): Promise<number>
  /** The answer to a right password, whatever it is. */
  tryPassword(email: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** The access token of somebody without a second factor. */
  signIn(email: string, headers?: Record<string, string>): Promise<string>
  /** Adds an authenticator app with the proof the token's session has; gives its secret and the recovery codes. */
  addTotp(
    token: string,
    name?: string,
  ): Promise<{ secret: string; factorId: number; recoveryCodes: string[] }>
  /** Password, then a code of the next step, for codes count once. */
  signInWithTotp(email: string, secret: string): Promise<string>
  /** The code of now, or of some steps before or after. */
  code(secret: string, steps?: number): string
  /** Time enough for another code, and for what was remembered here to be forgotten. */
  nextStep(): void
  events(accountId: number): Promise<string[]>
  mails(accountId: number): Promise<{ template: string; recipient: string; body_text: string }[]>
}

interface Given {
  readonly token?: string
  readonly body?: object
  readonly headers?: Record<string, string>
}

export const codeOf = (answer: LightMyRequestResponse) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

let cheapHash: Promise<string> | undefined

export function factorDesk(fixture: Fixture): FactorDesk {
  const { app, clock, database } = fixture
  const desk: FactorDesk = {
    call: (method, url, { token, body, headers } = {}) =>
      app.inject({
        ...(method === undefined ? {} : { method }),
        url,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      }),
    async person(accountId, email, roles) {
      const passwordHash = await (cheapHash ??= hash(password, { memoryCost: 8, timeCost: 1 }))
      return fixture.user(accountId, email, roles, passwordHash)
    },
    tryPassword: (email, headers = {}) =>
      desk.call('POST', '/auth/sign-in', {
        body: { email, password },
        headers: { origin: publicUrl, ...headers },
      }),
    signIn: async (email, headers) => tokenIn(await desk.tryPassword(email, headers)),
    async addTotp(token, name = 'Telephone') {
      const begun = await desk.call('POST', '/me/second-factors/totp/begin', { token })
      const { challenge, secret } = begun.json<{ challenge: string; secret: string }>()
      const body = { challenge, name, code: desk.code(secret) }
      const added = await desk.call('POST', '/me/second-factors/totp', { token, body })
      if (added.statusCode !== 201) throw new Error(added.body)
      const { factorId, recoveryCodes = [] } = added.json<{ factorId: number; recoveryCodes?: string[] }>()
      return { secret, factorId, recoveryCodes }
    },
    async signInWithTotp(email, secret) {
      desk.nextStep()
      const asked = (await desk.tryPassword(email)).json<{ secondFactor: { challenge: string } }>()
      const body = { challenge: asked.secondFactor.challenge, totp: desk.code(secret) }
      return tokenIn(await desk.call('POST', '/auth/second-factor', { body }))
    },
    code: (secret, steps = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: clock.now().getTime() + steps * 30_000,
      }),
    nextStep: () => clock.advance(31_000),
    async events(accountId) {
      const { rows } = await database.admin.query<{ name: string }>(
        'select name from administration_event where account_id = $1 order by seq',
        [accountId],
      )
      return rows.map(({ name }) => name)
    },
    async mails(accountId) {
      await fixture.writeNotices()
      const { rows } = await database.admin.query<{ template: string; recipient: string; body_text: string }>(
        'select template, recipient, body_text from mail where account_id = $1 order by mail_id',
        [accountId],
      )
      return rows
    },
  }
  return desk
}

function tokenIn(answer: LightMyRequestResponse): string {
  const { accessToken } = answer.json<{ accessToken?: string }>()
  if (accessToken === undefined) throw new Error(answer.body)
  return accessToken
}
