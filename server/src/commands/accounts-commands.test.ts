import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountsFixture, password, type Fixture } from '../../test/accounts/accounts-fixture.ts'
import { factorDesk } from '../../test/accounts/factor-desk.ts'
import { administrationOf } from '../../test/accounts/administration-of.ts'
import type { CommandDeps } from './accounts-io.ts'
import { accountCommand } from './account.ts'
import { clientCommand } from './client.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'

let fixture: Fixture
let opened = 0
let closed = 0
const deps: CommandDeps = {
  open: () => {
    opened += 1
    const { service, clock } = fixture
    const close = () => Promise.resolve(void (closed += 1))
    return Promise.resolve({ db: service.db, clock, accounts: service, close })
  },
}
beforeAll(async () => {
  fixture = await accountsFixture()
})
afterAll(() => fixture.close())

/** Runs a command line and returns what it printed. */
async function run(make: (given: CommandDeps) => Command, ...words: string[]): Promise<string> {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await make(deps).exitOverride().parseAsync(words, { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return printed
}
async function json<T>(make: (given: CommandDeps) => Command, ...words: string[]): Promise<T> {
  return JSON.parse(await run(make, ...words, '--json')) as T
}
/** The same with something in the pipe. */
async function runWithStdin(text: string, ...words: string[]): Promise<string> {
  const given = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([text]) as typeof process.stdin)
  try {
    return await run(userCommand, ...words)
  } finally {
    given.mockRestore()
  }
}
const codeOf = (token: string) =>
  fixture.service.authenticator.authenticate(token).then(
    () => 'ACCEPTED',
    (error: { code?: string }) => error.code,
  )
interface Made {
  accountId: number
  clientId: string
  clientSecret: string
  accessToken: string
  userId: number
  setPasswordLink: string
  invitationLink: string | null
}

describe('Operator commands', () => {
  it('The operator’s commands create and list accounts', async () => {
    const { accountId } = await json<Made>(accountCommand, 'create', 'Acme', '--kind', 'SANDBOX')
    const listed = await json<object[]>(accountCommand, 'list')
    expect(listed).toContainEqual(expect.objectContaining({ accountId, name: 'Acme', kind: 'SANDBOX' }))
    expect(await run(accountCommand, 'list')).toMatch(/^accountId +name +kind +createdAt\n\d+ +Acme +SANDBOX/)
  })

  it('A command reopens an account that has locked itself out, and journals it', async () => {
    const account = String(await fixture.account())
    const given = (...words: string[]) =>
      json<{ allowedAddresses: string[] }>(accountCommand, 'allow-addresses', '--account', account, ...words)
    expect((await given('192.0.2.0/24', '2001:db8::/32')).allowedAddresses).toEqual([
      '192.0.2.0/24',
      '2001:db8::/32',
    ])
    await expect(given('192.0.2.0/99')).rejects.toThrow(/203\.0\.113\.0\/24/)
    await expect(given('192.0.2.1', '--clear')).rejects.toThrow('not both')
    expect((await given()).allowedAddresses).toHaveLength(2)
    expect((await given('--clear')).allowedAddresses).toEqual([])
    const entries = await administrationOf(fixture.database, Number(account))
    expect(entries).toMatchObject([
      { name: 'SETTINGS_CHANGED', actorType: 'OPERATOR' },
      { name: 'SETTINGS_CHANGED', after: { allowedAddresses: [] } },
    ])
    await expect(run(accountCommand, 'allow-addresses', '--account', '999999999', '--clear')).rejects.toThrow(
      'account',
    )
  })

  it('Commands create, rotate and revoke clients whose tokens work over HTTP', async () => {
    const account = String(await fixture.account())
    const made = await json<Made>(
      clientCommand,
      'create',
      'ERP',
      '--account',
      account,
      '--scopes',
      'MANAGER,AUDITOR',
    )
    expect(made.clientSecret).toMatch(/^vgs_/)
    const token = await fixture.tokenOf(made)
    expect(await codeOf(token)).toBe('ACCEPTED')
    const rotated = await json<Made>(clientCommand, 'rotate', made.clientId, '--grace', '0')
    expect(await fixture.tokenOf(made)).toBeUndefined()
    expect(await codeOf(await fixture.tokenOf(rotated))).toBe('ACCEPTED')
    await run(clientCommand, 'revoke', made.clientId)
    fixture.clock.advance(5_000)
    expect(await codeOf(token)).toBe('AUTH_TOKEN_REVOKED')
    const listed = await run(clientCommand, 'list', '--account', account)
    expect(listed).toContain('MANAGER,AUDITOR')
    expect(listed).not.toContain('vgs_')
  })

  it('Commands create people, give them a link and deactivate them', async () => {
    const account = String(await fixture.account())
    const email = 'op@people.example'
    const options = ['--account', account, '--name', 'Op', '--roles', 'ADMIN']
    const made = await json<Made>(userCommand, 'create', email, ...options)
    const accept = (link: string, path: string) =>
      fixture.app.inject({
        method: 'POST',
        url: path,
        payload: { token: link.split('#token=')[1] ?? '', password },
      })
    expect((await accept(made.invitationLink ?? '', '/auth/invitation/accept')).statusCode).toBe(204)
    const renewed = await json<Made>(userCommand, 'set-password', email)
    expect((await accept(renewed.setPasswordLink, '/auth/set-password')).statusCode).toBe(204)
    const signIn = { method: 'POST', url: '/auth/sign-in', payload: { email, password } } as const
    const { accessToken } = (await fixture.app.inject(signIn)).json<{ accessToken: string }>()
    expect(await codeOf(accessToken)).toBe('ACCEPTED')
    await run(userCommand, 'deactivate', email)
    fixture.clock.advance(5_000)
    expect(await codeOf(accessToken)).toBe('AUTH_TOKEN_REVOKED')
    expect((await fixture.app.inject(signIn)).statusCode).toBe(401)
    await run(userCommand, 'activate', email)
    expect((await fixture.app.inject(signIn)).statusCode).toBe(200)
    expect(await run(userCommand, 'list', '--account', account)).toContain(email)
  })

  it('A command cannot sign in somebody another account knows: it sends a mail and prints no link', async () => {
    const [first, second] = [await fixture.account('First'), await fixture.account('Second')]
    const email = 'known@people.example'
    await fixture.user(first, email, ['READER'])
    const into = (account: number) => ['--account', String(account), '--name', 'Known', '--roles', 'ADMIN']
    const made = await json<Made & { mailed: boolean }>(userCommand, 'create', email, ...into(second))
    expect(made).toMatchObject({ mailed: true, invitationLink: null })
    await expect(
      runWithStdin(password, 'create', email, ...into(second), '--password-stdin'),
    ).rejects.toThrow(/already exists/)
    await fixture.database.admin.query(
      `insert into membership (account_id, user_id, roles)
       select $1, user_id, '{READER}' from app_user where email = $2`,
      [second, email],
    )
    await expect(run(userCommand, 'set-password', email)).rejects.toThrow(/several accounts/)
    await expect(runWithStdin(password, 'set-password', email, '--password-stdin')).rejects.toThrow(
      /several accounts/,
    )
    const { rows } = await fixture.database.admin.query<{ name: string; actor_type: string }>(
      'select name, actor_type from administration_event where account_id = $1',
      [second],
    )
    expect(rows).toEqual([{ name: 'PERSON_INVITED', actor_type: 'OPERATOR' }])
  })

  it('A command adds a new member with a password read from a pipe', async () => {
    const account = String(await fixture.account())
    const email = 'piped@people.example'
    const options = ['--account', account, '--name', 'Piped', '--roles', 'ADMIN', '--password-stdin']
    await runWithStdin(password, 'create', email, ...options)
    const payload = { email, password }
    const answer = await fixture.app.inject({ method: 'POST', url: '/auth/sign-in', payload })
    expect(answer.statusCode).toBe(200)
  })

  it('Commands issue and revoke tokens, one or all, and rotate the signing key', async () => {
    const client = await fixture.client(await fixture.account())
    const issue = async () =>
      (await json<Made>(tokenCommand, 'issue', '--client', client.clientId)).accessToken
    const first = await issue()
    const second = await issue()
    await run(tokenCommand, 'revoke', '--token', first)
    expect([await codeOf(first), await codeOf(second)]).toEqual(['AUTH_TOKEN_REVOKED', 'ACCEPTED'])
    await run(tokenCommand, 'revoke', '--client', client.clientId)
    fixture.clock.advance(5_000)
    expect(await codeOf(second)).toBe('AUTH_TOKEN_REVOKED')
    const { kid } = await json<{ kid: string }>(tokenCommand, 'rotate-key')
    expect((await fixture.service.keyring.signer()).kid).toBe(kid)
    expect(await codeOf(await issue())).toBe('ACCEPTED')
  })

  it('A command never issues a token in the name of a person', () => {
    const issue = tokenCommand(deps).commands.find((command) => command.name() === 'issue')
    expect(issue?.options.map(({ long }) => long)).toEqual(['--client', '--json'])
  })

  it('Commands report errors in one sentence and close every connection they opened', async () => {
    await expect(run(userCommand, 'deactivate', 'nobody@people.example')).rejects.toThrow(/no user/)
    await expect(run(clientCommand, 'create', 'X', '--account', '999999')).rejects.toThrow(
      /no account 999999/,
    )
    await expect(run(tokenCommand, 'revoke')).rejects.toThrow(/exactly one/)
    expect(opened).toBeGreaterThan(10)
    expect(closed).toBe(opened)
  })

  it('A command removes a lost second factor, ends the sessions and records it in both journals', async () => {
    const accountId = await fixture.account('Lost')
    const desk = factorDesk(fixture)
    const email = 'lost@people.example'
    const userId = await desk.person(accountId, email, ['ADMIN'])
    const token = await desk.signIn(email)
    await desk.addTotp(token)
    const made = await json<Made>(userCommand, 'reset-second-factor', email.toUpperCase())
    expect(made).toEqual({ userId, secondFactorReset: true })
    fixture.clock.advance(5_000)
    expect(await codeOf(token)).toBe('AUTH_TOKEN_REVOKED')
    expect((await desk.tryPassword(email)).json()).toHaveProperty('accessToken')
    expect(await desk.events(0)).toContain('SECOND_FACTOR_RESET')
    expect(await desk.events(accountId)).toContain('SECOND_FACTOR_RESET')
    expect((await desk.mails(accountId)).map(({ template }) => template)).toContain('person.factor-reset')
    await expect(run(userCommand, 'reset-second-factor', 'nobody@people.example')).rejects.toThrow('no user')
  })
})
