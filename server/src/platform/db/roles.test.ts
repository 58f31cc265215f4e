import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedServer, type PreparedServer } from '../../../test/harness/server.ts'
import { urlAs } from './hosts.ts'
import { prepareDatabase, urlOfDatabase, withClient } from './prepare.ts'
import { appRole, loginRoleOf } from './roles.ts'

test('A login is named after its database, also where that name would not do for a role', () => {
  expect(loginRoleOf('vigie')).toBe('vigie_app_vigie')
  const odd = ['Vigie', 'vigie prod', 'vigie-prod', `é"; drop`, 'v'.repeat(60), 'v'.repeat(61)]
  const names = odd.map(loginRoleOf)
  for (const name of names) expect(name).toMatch(/^vigie_app_[a-z0-9_]{1,53}$/)
  expect(new Set(names).size).toBe(odd.length)
})

describe('Installations that share a server', () => {
  const mark = randomUUID().slice(0, 8)
  const [first, second] = [`vigie_first_${mark}`, `vigie_second_${mark}`]
  let server: PreparedServer
  const urlOf = (name: string) => urlOfDatabase(server.serverUrl, name)
  const asLogin = (name: string, password: string, database = name) =>
    urlAs(urlOf(database), loginRoleOf(name), password)
  const signIn = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query('select count(*)::int as accounts from account')
      return rows[0] as unknown
    })
  const prepare = (name: string, appPassword: string) =>
    prepareDatabase({ adminUrl: urlOf(name), appPassword })
  const run = (statement: string, database = 'postgres') =>
    withClient(urlOf(database), (client) => client.query<Record<string, unknown>>(statement))
  const create = (name: string) =>
    run(`create database ${name} template ${server.templateDatabase} strategy ${server.cloneStrategy}`)

  beforeAll(async () => {
    server = await preparedServer()
    for (const name of [first, second]) await create(name)
    // At the same moment: both look for the roles of the server.
    await Promise.all([prepare(first, 'of the first'), prepare(second, 'of the second')])
  })
  afterAll(async () => {
    const { rows } = await run(`select datname as name from pg_database where datname like '%${mark}'`)
    for (const { name } of rows) await run(`drop database "${String(name)}" with (force)`)
    await run(`drop role if exists stranger_${mark}`)
  })

  test('Each signs in by its own password, and not to the database of the other', async () => {
    expect(await signIn(asLogin(first, 'of the first'))).toEqual({ accounts: 0 })
    expect(await signIn(asLogin(second, 'of the second'))).toEqual({ accounts: 0 })
    await expect(signIn(asLogin(second, 'of the first'))).rejects.toMatchObject({ code: '28P01' })
    await expect(signIn(asLogin(second, 'of the second', first))).rejects.toMatchObject({ code: '42501' })
  })

  test('A start leaves the password of its login as it is, and gives a new one after the key changed', async () => {
    const password = async () =>
      (await run(`select rolpassword from pg_authid where rolname = '${loginRoleOf(second)}'`)).rows
    const before = await password()
    await prepare(second, 'of the second')
    expect(await password()).toEqual(before)
    await prepare(second, 'another')
    expect(await signIn(asLogin(second, 'another'))).toEqual({ accounts: 0 })
    await prepare(second, 'of the second')
  })

  test('A login that serves another database under another password is refused and left alone', async () => {
    const renamed = `vigie_renamed_${mark}`
    await run(`alter database ${first} rename to ${renamed}`)
    await create(first)
    await expect(prepare(first, 'of a third')).rejects.toThrow(
      `The role ${loginRoleOf(first)} has another password than the secret key of this installation gives it, and ` +
        `serves another database too: ${renamed}.`,
    )
    expect(await signIn(asLogin(first, 'of the first', renamed))).toEqual({ accounts: 0 })
    // Once the renamed one has a login of its own name, the former name is free.
    await prepare(renamed, 'of the first')
    await prepare(first, 'of a third')
    expect(await signIn(asLogin(renamed, 'of the first'))).toEqual({ accounts: 0 })
    expect(await signIn(asLogin(first, 'of a third'))).toEqual({ accounts: 0 })
    await expect(signIn(asLogin(first, 'of a third', renamed))).rejects.toMatchObject({ code: '42501' })
  })

  test('Who could connect to the database before still can, except other installations', async () => {
    await run(`create role stranger_${mark} login password 'strange'`)
    await run(`grant connect on database ${second} to public, ${appRole}`)
    await prepare(second, 'of the second')
    const { rows } = await run(`select has_database_privilege('public', '${second}', 'connect') as everybody,
      has_database_privilege('${appRole}', '${second}', 'connect') as members,
      has_database_privilege('stranger_${mark}', '${second}', 'connect') as stranger`)
    expect(rows).toEqual([{ everybody: false, members: false, stranger: true }])
  })
})
