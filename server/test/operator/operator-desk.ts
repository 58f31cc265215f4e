import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { createOperator } from '../../src/domain/operator/index.ts'
import { createAccounts, type AccountsService } from '../../src/domain/accounts/index.ts'
import { manualClock, type ManualClock } from '../../src/platform/kernel/index.ts'
import { testPublicUrl, type TestAppOptions } from '../harness/app.ts'
import { testApp, type TestApp } from '../harness/index.ts'

export const operatorPassword = 'copper lantern orbit seventeen'

/** An operator at a browser. */
export interface OperatorDesk extends TestApp {
  clock: ManualClock
  tools: AccountsService
  /** As `vigie operator add` prints it, without the address before it. */
  addOperator(email: string): Promise<{ operatorId: number; linkToken: string }>
  /** From the link to the session; the clock moves on by one code. */
  setUp(linkToken: string): Promise<{ cookie: string; secret: string; recoveryCodes: string[] }>
  /** The cookie of a new operator who is signed in. */
  enter(email: string): Promise<string>
  /** The code of now. */
  code(secret: string): string
  nextCode(): void
  /** As our page asks: with its header, and with the cookie if there is one. */
  ask(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    given?: { cookie?: string; body?: object },
  ): Promise<LightMyRequestResponse>
}

export const outcomeOf = (answer: LightMyRequestResponse) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

export const cookieOf = (answer: LightMyRequestResponse): string => {
  const [cookie] = String(answer.headers['set-cookie']).split(';')
  if (!cookie?.startsWith('vigie_operator=')) throw new Error(answer.body)
  return cookie
}

export async function operatorDesk(options: TestAppOptions = {}): Promise<OperatorDesk> {
  const clock = manualClock(new Date())
  const t = await testApp({ clock, ...options })
  const { db, secretKey } = t
  const tools = createAccounts({ db, clock, secretKey, publicUrl: testPublicUrl, log: () => undefined })
  const desk: OperatorDesk = {
    ...t,
    clock,
    tools,
    async addOperator(email) {
      const { operatorId, setupLink } = await db.system((tx) => createOperator(tx, tools, email))
      return { operatorId, linkToken: setupLink.split('#token=')[1] ?? '' }
    },
    async setUp(token) {
      const { secret } = (await desk.ask('POST', '/setup/read', { body: { token } })).json<{
        secret: string
      }>()
      const body = { token, password: operatorPassword, totp: desk.code(secret) }
      const answer = await desk.ask('POST', '/setup', { body })
      const cookie = cookieOf(answer)
      desk.nextCode()
      return { cookie, secret, recoveryCodes: answer.json<{ recoveryCodes: string[] }>().recoveryCodes }
    },
    async enter(email) {
      const { linkToken } = await desk.addOperator(email)
      return (await desk.setUp(linkToken)).cookie
    },
    code: (secret) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() }),
    nextCode: () => clock.advance(30_000),
    ask: (method, path, { cookie, body } = {}) =>
      t.call(method, `/api/operator${path}`, {
        headers: { origin: testPublicUrl, 'x-vigie-client': 'web', ...(cookie && { cookie }) },
        ...(body && { body }),
      }),
  }
  return desk
}
