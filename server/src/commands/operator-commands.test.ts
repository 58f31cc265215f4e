import type { Command } from 'commander'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accountsFixture, type Fixture } from '../../test/accounts/accounts-fixture.ts'
import { administrationOf } from '../../test/accounts/administration-of.ts'
import type { CommandDeps } from './accounts-io.ts'
import { operatorCommand } from './operator.ts'

let fixture: Fixture
const deps: CommandDeps = {
  open: () => {
    const { service, clock } = fixture
    return Promise.resolve({ db: service.db, clock, accounts: service, close: () => Promise.resolve() })
  },
}
beforeAll(async () => {
  fixture = await accountsFixture()
})
afterAll(() => fixture.close())

async function run(...words: string[]): Promise<string> {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    const command: Command = operatorCommand(deps)
    await command.exitOverride().parseAsync(words, { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return printed
}

it('Operators are added, listed, reset and removed by command, and every act is kept', async () => {
  expect(await run('list')).toBe('None.\n')
  const added = await run('add', 'Ada@Operators.example')
  expect(added).toMatch(/setupLink: https:\/\/\S+\/operator\/setup#token=vgo_[\w-]{43}\nvalidHours: 24/)
  await expect(run('add', 'ada@operators.example')).rejects.toThrow('vigie operator reset')
  const reset = await run('reset', 'ada@operators.example')
  expect(reset).toContain('#token=vgo_')
  expect(reset).not.toBe(added)
  const listed = JSON.parse(await run('list', '--json')) as object[]
  expect(listed).toMatchObject([{ email: 'ada@operators.example', setUpAt: null, signedInAt: null }])
  expect(await run('remove', 'ada@operators.example')).toContain('removed: true')
  await expect(run('remove', 'ada@operators.example')).rejects.toThrow('vigie operator list')
  await expect(run('add', 'no address')).rejects.toThrow('address')
  expect(await run('list')).toBe('None.\n')
  // Whoever comes back is somebody new to the journal.
  expect(await run('add', 'ada@operators.example')).toContain('#token=')
  const names = (await administrationOf(fixture.database, 0)).map(({ name }) => name)
  expect(names).toEqual(['OPERATOR_ADDED', 'OPERATOR_RESET', 'OPERATOR_REMOVED', 'OPERATOR_ADDED'])
})
