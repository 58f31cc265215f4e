import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadMigrations, loadReleased } from '../../src/platform/db/migrate.ts'

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'vigie-released-'))
  await cp(migrations, copy, { recursive: true })
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Released migrations whose text is no longer what was released, or that are gone. */
async function findEdited(folder: string): Promise<string[]> {
  const url = pathToFileURL(`${folder}/`)
  const present = new Map((await loadMigrations(url)).map(({ name, checksum }) => [name, checksum]))
  const released = await loadReleased(url)
  return [...released].filter(([name, checksum]) => present.get(name) !== checksum).map(([name]) => name)
}

const release = () =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/release-migrations.ts', copy], {
    cwd: root,
  })

test('No migration that belongs to a release was edited', async () => {
  expect(await findEdited(migrations)).toEqual([])
})

test('The numbers of migrations follow one another', async () => {
  const names = (await loadMigrations()).map(({ name }) => name.slice(0, 4))
  expect(names).toEqual(names.map((_, nth) => String(nth + 1).padStart(4, '0')))
})

test('A release lists each migration once, and refuses one that was edited afterwards', async () => {
  await release()
  const first = await readFile(path.join(copy, 'released.sha256'), 'utf8')
  expect((await loadReleased(pathToFileURL(`${copy}/`))).size).toBe((await loadMigrations()).length)
  await release()
  expect(await readFile(path.join(copy, 'released.sha256'), 'utf8')).toBe(first)

  const name = (await loadMigrations())[1]?.name ?? ''
  await appendFile(path.join(copy, name), '-- one line more\n')
  expect(await findEdited(copy)).toEqual([name])
  await expect(release()).rejects.toMatchObject({ stderr: expect.stringContaining(name) as unknown })
})
