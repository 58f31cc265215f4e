import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyRepository, freshPlace, runIn, succeedIn } from './checkout.ts'
import { until } from './processes.ts'
import { freePort, freshFolder, removeFolder, watch } from './product.ts'

const version = '99.0.0'
let place = ''
let copy = ''

beforeAll(async () => {
  place = await freshPlace()
  copy = path.join(place, 'repository')
  await mkdir(copy)
  await copyRepository(copy)
})
afterAll(() => rm(place, { recursive: true, force: true }))

const read = (file: string) => readFile(path.join(copy, file), 'utf8')
const release = (...args: string[]) => runIn(copy, 'npm', 'run', '--silent', 'release', '--', ...args)
const state = async () => ({
  head: await succeedIn(copy, 'git', 'rev-parse', 'HEAD'),
  changes: await succeedIn(copy, 'git', 'status', '--porcelain'),
  tags: await succeedIn(copy, 'git', 'tag'),
})

test('A release that cannot be made is refused in a sentence, and nothing changes', async () => {
  const before = await state()
  expect(await release()).toEqual({ code: 1, output: 'Name one version: npm run release -- X.Y.Z\n' })
  expect(await release('1.0')).toEqual({ code: 1, output: 'Name one version: npm run release -- X.Y.Z\n' })
  expect(await state()).toEqual(before)
  await writeFile(path.join(copy, 'NOTICE'), 'another')
  expect(await release(version)).toEqual({
    code: 1,
    output: 'There are uncommitted changes: a release is made of what is committed.\n',
  })
  await succeedIn(copy, 'git', 'restore', 'NOTICE')
  const changelog = await read('CHANGELOG.md')
  await writeFile(
    path.join(copy, 'CHANGELOG.md'),
    changelog.replace(/## \[Unreleased\]\n[^]*?(?=## \[|$)/, '## [Unreleased]\n\n'),
  )
  await succeedIn(copy, 'git', 'commit', '--quiet', '--all', '--allow-empty', '--message', 'Empty')
  const emptied = await state()
  expect(await release(version)).toEqual({
    code: 1,
    output: 'CHANGELOG.md says nothing under "Unreleased".\n',
  })
  expect(await state()).toEqual(emptied)
  await writeFile(
    path.join(copy, 'CHANGELOG.md'),
    changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- Something new.\n'),
  )
  await succeedIn(copy, 'git', 'commit', '--quiet', '--all', '--message', 'Something new')
})

test('A release sets the version, closes the changelog, seals the migrations, tags and records itself', async () => {
  expect((await release(version)).output).toContain(`Released ${version}`)
  const [last] = (JSON.parse(await read('releases.json')) as { version: string; commit: string }[]).slice(-1)
  expect(last).toMatchObject({ version })
  expect(await succeedIn(copy, 'git', 'rev-list', '-n', '1', `v${version}`)).toBe(`${last?.commit}\n`)
  expect(await succeedIn(copy, 'git', 'status', '--porcelain')).toBe('')

  const manifest = JSON.parse(await read('server/package.json')) as Record<string, Record<string, string>>
  expect(manifest['version']).toBe(version)
  expect(manifest['dependencies']).toMatchObject({ '@vigie/inspect': version })
  expect(JSON.parse(await read('openapi.json'))).toMatchObject({ info: { version } })
  const changelog = await read('CHANGELOG.md')
  expect(changelog).toMatch(/## \[Unreleased\]\n\n## \[99\.0\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- Some/)
  expect(await readdir(path.join(copy, 'releases'))).toContain(`openapi-${version}.json.br`)
  expect(await read('docs/api-changes.md')).toContain(
    `## Unreleased, since ${version}\n\nNo operation has changed.`,
  )
  const migrations = (await readdir(path.join(copy, 'server/migrations'))).filter((name) =>
    name.endsWith('.sql'),
  )
  const released = await read('server/migrations/released.sha256')
  expect(migrations.filter((name) => !released.includes(`  ${name}\n`))).toEqual([])
  expect(await release('98.9.9')).toEqual({
    code: 1,
    output: '98.9.9 does not follow 99.0.0, the last release.\n',
  })
})

/** Nothing but node: no npm, no shell tools, no settings of ours. */
async function startUnpacked(product: string): Promise<string> {
  const dataDir = await freshFolder()
  const PORT = String(await freePort())
  const env = { PATH: '', HOME: '/', PORT, VIGIE_DATA_DIR: dataDir }
  const started = watch(
    spawn(process.execPath, [path.join(product, 'server/dist/main.js'), 'serve'], { cwd: place, env }),
  )
  try {
    await until('a start', () => started.hasExited() || started.output().includes('Ready in'), 180_000)
    const answer = await fetch(`http://127.0.0.1:${PORT}/app/`)
    expect(answer.status).toBe(200)
    return started.output()
  } finally {
    started.signal('SIGTERM')
    await started.exited
    await removeFolder(dataDir)
  }
}

test('The package of a release lists its parts and starts with node alone', async () => {
  await succeedIn(copy, 'git', 'checkout', '--quiet', `v${version}`)
  const out = path.join(place, 'out')
  await succeedIn(copy, 'npm', 'run', 'package', '--', out, '--tag', `v${version}`)
  const archive = `vigie-${version}-${process.platform}-${process.arch}.tar.gz`
  const sum = createHash('sha256')
    .update(await readFile(path.join(out, archive)))
    .digest('hex')
  expect(await readFile(path.join(out, `${archive}.sha256`), 'utf8')).toBe(`${sum}  ${archive}\n`)
  expect(await readFile(path.join(out, 'CHANGES.md'), 'utf8')).toContain('- Something new.')

  const parts = JSON.parse(await readFile(path.join(out, `vigie-${version}.cdx.json`), 'utf8')) as {
    bomFormat: string
    components: { name: string }[]
  }
  const names = parts.components.map(({ name }) => name)
  expect(parts.bomFormat).toBe('CycloneDX')
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'kysely']))
  expect(
    names.filter((name) => ['vitest', 'typescript', 'vite', 'oxlint', 'playwright-core'].includes(name)),
  ).toEqual([])

  const unpacked = path.join(place, 'unpacked here')
  await mkdir(unpacked)
  await succeedIn(unpacked, 'tar', '-xzf', path.join(out, archive))
  expect(await readdir(path.join(unpacked, `vigie-${version}`, 'bruno'))).toContain('collection.bru')
  expect(await startUnpacked(path.join(unpacked, `vigie-${version}`))).toContain(`Vigie ${version}`)
  expect((await runIn(copy, 'npm', 'run', 'package', '--', out)).output).toContain('is not empty')
}, 600_000)
