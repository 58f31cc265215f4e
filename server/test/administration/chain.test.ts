import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountCommand } from '../../src/commands/account.ts'
import { administrationCommand } from '../../src/commands/administration.ts'
import { journalCommand } from '../../src/commands/journal.ts'
import { tokenCommand } from '../../src/commands/token.ts'
import { userCommand } from '../../src/commands/user.ts'
import {
  administrationNames,
  recordAdministration,
  type AdministrationView,
} from '../../src/platform/administration/index.ts'
import type { Tx } from '../../src/platform/db/index.ts'
import { createCheckpointSigner, recordPast } from '../../src/platform/journal/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { accountsFixture, type Fixture } from '../accounts/accounts-fixture.ts'

let f: Fixture
let folder: string
const length = 12

beforeAll(async () => {
  f = await accountsFixture()
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-administration-'))
})
afterAll(async () => {
  await f.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => {
  process.exitCode = undefined
})

function deps() {
  return {
    open: async () => ({
      db: f.database.db,
      clock: f.clock,
      accounts: f.service,
      checkpoints: { signer: createCheckpointSigner(f.secretKey), folder },
      anchors: { targets: [], store: null, authorities: null },
      close: async () => undefined,
    }),
  }
}

async function run(make: (given: ReturnType<typeof deps>) => Command, ...words: string[]): Promise<string> {
  process.exitCode = undefined
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await make(deps()).exitOverride().parseAsync(words, { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return printed
}

/** An account whose administration journal has some entries, the last of them signed where it is asked for. */
async function administered(): Promise<number> {
  const accountId = await f.account()
  const scope = jobScope(accountId, 'test')
  await f.database.db.write(scope, async (tx) => {
    for (let nth = 1; nth <= length; nth += 1) {
      recordAdministration(tx, scope, {
        name: 'WEBHOOK_CHANGED',
        subject: { type: 'WEBHOOK', id: nth },
        before: { nth: nth - 1 },
        after: { nth },
      })
    }
  })
  return accountId
}

const pastGuards = (statements: string) =>
  f.database.admin.query(
    `set session_replication_role = replica; ${statements}; reset session_replication_role`,
  )

describe('Append-only tables', () => {
  const clients: Record<string, pg.Client> = {}
  let accountId: number
  beforeAll(async () => {
    accountId = await administered()
    await run(journalCommand, 'checkpoint', '--account', String(accountId))
    for (const [role, url] of [
      ['application', f.database.appUrl],
      ['owner', f.database.adminUrl],
    ] as const) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      if (role === 'owner') await client.query('set role vigie_owner; set search_path = vigie')
      await client.query(`set app.account = '${accountId}'; set app.units = 'all'; set app.directory = 'on'`)
      clients[role] = client
    }
  })
  afterAll(() => Promise.all(Object.values(clients).map((client) => client.end())))

  const statements = [
    `update administration_event set name = 'LINK_MADE'`,
    'update administration_event set hash = hash where seq = 1',
    'delete from administration_event where seq = 2',
    'truncate administration_event',
    'truncate administration_event, administration_head cascade',
    'update administration_head set seq = 1',
    'delete from administration_head',
    'truncate administration_head',
    `update administration_checkpoint set signature = signature`,
    'delete from administration_checkpoint',
    'truncate administration_checkpoint',
  ]
  test.each(['application', 'owner'].flatMap((role) => statements.map((one) => [role, one] as const)))(
    'The %s is refused: %s',
    async (role, statement) => {
      const outcome = await clients[role]!.query(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      expect(outcome).toBe('42501')
    },
  )

  test('The application cannot append past the function, nor to another account, nor to a missing one', async () => {
    const other = await f.account()
    const append = (id: number) => `select administration_append('[{"accountId": ${id}, "name": "LINK_MADE",
      "actorType": "USER", "detail": "{}"}]')`
    const attempt = (statement: string) =>
      clients['application']!.query(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    expect(await attempt('insert into administration_event select * from administration_event')).toBe('42501')
    expect(await attempt(append(other))).toBe('42501')
    expect(await attempt(append(0))).toBe('42501')
    await clients['application']!.query(`set app.account = ''`)
    expect(await attempt(append(999_999_999))).toBe('23503')
    await clients['application']!.query(`set app.directory = ''`)
    expect(await attempt(append(other))).toBe('42501')
  })
})

describe('The command vigie journal verify', () => {
  const at = (accountId: number, seq: number) => `where account_id = ${accountId} and seq = ${seq}`
  const backTo = (accountId: number, seq: number) =>
    `update administration_head h set seq = e.seq, hash = e.hash, occurred_at = e.occurred_at
     from administration_event e
     where h.account_id = ${accountId} and e.account_id = ${accountId} and e.seq = ${seq}`
  const change = (assignment: string) => (id: number) =>
    `update administration_event set ${assignment} ${at(id, 5)}`
  const tampered: Record<string, [(accountId: number) => string, string, number]> = {
    'its number': [change('seq = 500'), 'GAP', 5],
    'its time': [change(`occurred_at = occurred_at + interval '1 ms'`), 'ALTERED', 5],
    'microseconds of its time': [
      change(`occurred_at = occurred_at + interval '1 microsecond'`),
      'ALTERED',
      5,
    ],
    'its name': [change(`name = 'LINK_MADE'`), 'ALTERED', 5],
    'the kind of its actor': [change(`actor_type = 'OPERATOR'`), 'ALTERED', 5],
    'its actor': [change('actor_id = 7'), 'ALTERED', 5],
    'the kind of its subject': [change(`subject_type = 'USER'`), 'ALTERED', 5],
    'its subject': [change('subject_id = 6'), 'ALTERED', 5],
    'its salt': [change('salt = sha256(salt)'), 'DETAIL_ALTERED', 5],
    'its words': [change(`payload = convert_to('{}', 'UTF8')`), 'DETAIL_ALTERED', 5],
    'the digest of its words': [change('detail_hash = sha256(detail_hash)'), 'ALTERED', 5],
    'its hash': [change('hash = sha256(hash)'), 'ALTERED', 5],
    'a removed entry': [(id) => `delete from administration_event ${at(id, 5)}`, 'GAP', 5],
    'a cut tail': [
      (id) => `delete from administration_event where account_id = ${id} and seq > 8`,
      'TRUNCATED',
      9,
    ],
    'a head that stayed behind': [(id) => backTo(id, 7), 'HEAD_ALTERED', 8],
    'another time of the head': [
      (id) => `update administration_head set occurred_at = now() where account_id = ${id}`,
      'HEAD_ALTERED',
      length,
    ],
    'a removed head': [
      (id) => `delete from administration_head where account_id = ${id}`,
      'HEAD_MISSING',
      length,
    ],
  }

  test.each(Object.keys(tampered))(
    'The command names the first entry that does not verify: %s',
    async (name) => {
      const [statement, fault, brokenSeq] = tampered[name]!
      const accountId = await administered()
      await pastGuards(statement(accountId))
      const json = await run(journalCommand, 'verify', '--json', '--account', String(accountId))
      expect(process.exitCode).toBe(1)
      expect(JSON.parse(json)).toMatchObject([
        { accountId, chain: 'EVENTS', intact: true },
        { accountId, chain: 'ADMINISTRATION', intact: false, fault, brokenSeq },
      ])
      const words = await run(journalCommand, 'verify', '--account', String(accountId))
      expect(words).toContain(`Account ${accountId}, administration: BROKEN at entry ${brokenSeq} (${fault})`)
    },
  )

  test('The command detects a tail that was cut off together with its head, by the signed checkpoints', async () => {
    const accountId = await administered()
    const account = ['--account', String(accountId)]
    const scope = jobScope(accountId, 'test')
    await f.database.db.write(scope, async (tx) =>
      recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 1 }),
    )
    const made = await run(journalCommand, 'checkpoint', ...account)
    expect(made).toContain(`Account ${accountId}, administration: signed up to entry ${length} of `)
    const held = await run(journalCommand, 'verify', ...account, '--checkpoints', folder, '--since', 'last')
    expect(held).toContain(`0 entries after the checkpoint at entry ${length}, intact; 1 checkpoint agrees`)
    await pastGuards(
      `delete from administration_event where account_id = ${accountId} and seq > 8; ${backTo(accountId, 8)}`,
    )
    const cut = { accountId, chain: 'ADMINISTRATION', fault: 'CHECKPOINT_AHEAD', brokenSeq: 9 }
    const verify = async (...words: string[]) =>
      (JSON.parse(await run(journalCommand, 'verify', '--json', ...account, ...words)) as object[])[1]
    expect(await verify()).toMatchObject(cut)
    // Where the database's own were removed too, those kept outside still tell, without being named.
    await pastGuards(`delete from administration_checkpoint where account_id = ${accountId}`)
    expect(await verify('--no-files')).toMatchObject({ intact: true })
    expect(await verify()).toMatchObject(cut)
    expect(await verify('--no-files', '--checkpoints', folder)).toMatchObject(cut)
  })

  test('The command verifies the operator’s chain as well', async () => {
    await run(accountCommand, 'create', 'Walked')
    expect(await run(journalCommand, 'verify')).toMatch(/^Operator, administration: \d+ entr(y|ies), intact/m)
    await pastGuards(`update administration_event set actor_type = 'JOB' ${at(0, 1)}`)
    const broken = await run(journalCommand, 'verify')
    expect(broken).toContain('Operator, administration: BROKEN at entry 1 (ALTERED)')
    await pastGuards(`update administration_event set actor_type = 'OPERATOR' ${at(0, 1)}`)
  })
})

test('Transactions that write both journals, in either order, never deadlock', async () => {
  const accountId = await f.account()
  const scope = jobScope(accountId, 'test')
  const both = [
    (tx: Tx) => recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 1 }),
    (tx: Tx) => recordAdministration(tx, scope, { name: 'SETTINGS_CHANGED' }),
  ]
  let tries = 0
  const turns = Array.from({ length: 40 }, (_, nth) =>
    f.database.db.write(scope, async (tx) => {
      tries += 1
      for (const tell of nth % 2 === 0 ? both : both.toReversed()) tell(tx)
    }),
  )
  await Promise.all(turns)
  // A deadlock would have been tried again.
  expect(tries).toBe(turns.length)
})

test('The documentation explains every name of an entry, and none that does not exist', async () => {
  const text = await readFile(new URL('../../../docs/administration-journal.md', import.meta.url), 'utf8')
  const explained = [...text.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name)
  expect(explained).toEqual([...administrationNames])
})

describe('Operator commands', () => {
  const list = async (...words: string[]) =>
    JSON.parse(await run(administrationCommand, 'list', '--json', ...words)) as AdministrationView[]
  /** What a command leaves in each of the two chains. */
  async function left(accountId: number, act: () => Promise<unknown>) {
    const chains = [['--account', String(accountId)], ['--operator']]
    const before: number[] = []
    for (const words of chains) before.push((await list(...words))[0]?.seq ?? 0)
    await act()
    const after: AdministrationView[][] = []
    for (const words of chains) after.push(await list(...words))
    return after.map((entries, nth) => entries.filter(({ seq }) => seq > before[nth]!))
  }

  test('A created account is recorded in both journals', async () => {
    const made = JSON.parse(await run(accountCommand, 'create', 'Told', '--json')) as { accountId: number }
    const wanted = {
      name: 'ACCOUNT_CREATED',
      actor: { type: 'OPERATOR', id: null, name: 'vigie account create' },
      subject: { type: 'ACCOUNT', id: made.accountId },
      origin: null,
      after: { name: 'Told', kind: 'PRODUCTION' },
    }
    expect(await list('--account', String(made.accountId))).toMatchObject([wanted])
    expect((await list('--operator'))[0]).toMatchObject({
      ...wanted,
      after: { ...wanted.after, accountIds: [made.accountId] },
    })
  })

  test('Printed and revoked tokens, and keys, leave one entry each, and never the token', async () => {
    const accountId = await f.account()
    const { id, clientId } = await f.client(accountId)
    let token = ''
    const issued = await left(accountId, async () => {
      token = (
        JSON.parse(await run(tokenCommand, 'issue', '--client', clientId, '--json')) as {
          accessToken: string
        }
      ).accessToken
    })
    const subject = { type: 'API_CLIENT', id }
    expect(issued).toMatchObject([
      [{ name: 'TOKEN_PRINTED', subject }],
      [{ name: 'TOKEN_PRINTED', subject, after: { accountIds: [accountId] } }],
    ])
    expect(JSON.stringify(issued)).not.toContain(token)
    for (const words of [
      ['--token', token],
      ['--client', clientId],
    ]) {
      expect(await left(accountId, () => run(tokenCommand, 'revoke', ...words))).toMatchObject([
        [{ name: 'TOKENS_REVOKED', subject }],
        [{ name: 'TOKENS_REVOKED', subject }],
      ])
    }
    expect(await left(accountId, () => run(tokenCommand, 'rotate-key'))).toMatchObject([
      [],
      [{ name: 'SIGNING_KEY_ROTATED' }],
    ])
  })

  test('People who are deactivated and reactivated are recorded by their number', async () => {
    const accountId = await f.account()
    const email = 'switched@people.example'
    const userId = await f.user(accountId, email, ['ADMIN'])
    const subject = { type: 'USER', id: userId }
    for (const [word, name] of [
      ['deactivate', 'PERSON_DEACTIVATED'],
      ['activate', 'PERSON_ACTIVATED'],
    ] as const) {
      const entries = await left(accountId, () => run(userCommand, word, email))
      expect(entries).toMatchObject([[{ name, subject }], [{ name, subject }]])
      expect(JSON.stringify(entries)).not.toContain(email)
    }
  })

  test('Journals written to a file are recorded as exports', async () => {
    const accountId = await administered()
    const account = ['--account', String(accountId)]
    const out = path.join(folder, 'administration.ndjson')
    const exported = await left(accountId, () =>
      run(administrationCommand, 'export', ...account, '--out', out),
    )
    const after = { what: 'administration-journal', count: length }
    expect(exported).toMatchObject([[{ name: 'EXPORT_MADE', after }], [{ name: 'EXPORT_MADE', after }]])
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as AdministrationView).seq)).toEqual(
      Array.from({ length }, (_, index) => index + 1),
    )
    await expect(run(administrationCommand, 'export', ...account, '--out', out)).rejects.toThrow('exists')
    const journal = path.join(folder, 'events.ndjson')
    expect(
      await left(accountId, () => run(journalCommand, 'export', ...account, '--out', journal)),
    ).toMatchObject([
      [{ name: 'EXPORT_MADE', after: { what: 'journal', count: 0 } }],
      [{ name: 'EXPORT_MADE' }],
    ])
  })

  test('A list of people names its account and is readable', async () => {
    const accountId = await administered()
    const words = await run(administrationCommand, 'list', '--account', String(accountId), '--limit', '2')
    expect(words).toMatch(/^seq +occurredAt +name +actor/)
    expect(words).toContain('{"nth":12}')
    await expect(run(administrationCommand, 'list')).rejects.toThrow('exactly one')
    await expect(run(administrationCommand, 'list', '--account', '999999999')).rejects.toThrow('no account')
    await expect(run(administrationCommand, 'list', '--operator', '--name', 'X')).rejects.toThrow('named X')
  })
})
