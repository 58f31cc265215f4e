import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twelveJobs } from './twelve-jobs.ts'

/** The client as it is published, in projects that know nothing of this one. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
const patient = { timeout: 300_000 }
let folder: string
let files: string[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-packed-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: path.join(root, 'client'),
  })
  // What the build says comes before.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] },
  ]
  files = packed.files.map((file) => file.path)
  const place = path.join(folder, 'node_modules/@vigie/client')
  await mkdir(place, { recursive: true })
  await run('tar', ['xzf', path.join(folder, packed.filename), '-C', place, '--strip-components=1'])
  await mkdir(path.join(folder, 'node_modules/@types'), { recursive: true })
  await cp(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'), {
    recursive: true,
  })
  await cp(path.join(root, 'node_modules/undici-types'), path.join(folder, 'node_modules/undici-types'), {
    recursive: true,
  })
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Checks a project strictly, declarations of the client included. */
async function check(name: string, sources: Record<string, string>, options: object): Promise<string> {
  const place = path.join(folder, name)
  await mkdir(place, { recursive: true })
  const { type = 'module', ...compilerOptions } = options as { type?: string }
  for (const [file, text] of Object.entries(sources)) await writeFile(path.join(place, file), text)
  await writeFile(path.join(place, 'package.json'), JSON.stringify({ type }))
  const config = {
    compilerOptions: { target: 'ES2022', strict: true, exactOptionalPropertyTypes: true, ...compilerOptions },
    include: ['*.ts'],
  }
  await writeFile(path.join(place, 'tsconfig.json'), JSON.stringify(config))
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, '-p', place, '--extendedDiagnostics']).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

const program = `import { createVigie, verifyWebhook, VigieProblem, type Dossier, type ThirdParty, type VigieEvent } from '@vigie/client'
import { openFile } from '@vigie/client/node'
export const account = createVigie({ baseUrl: 'http://127.0.0.1', clientId: 'a', clientSecret: 'b' }).account(1)
export const name = (company: ThirdParty, dossier: Dossier) => [company.name, dossier.statusCode, openFile, verifyWebhook]
export const isDouble = (error: unknown) => error instanceof VigieProblem && error.code === 'THIRD_PARTY_DUPLICATE'
// @ts-expect-error -- no such code
export const isTypo = (error: VigieProblem) => error.code === 'THIRD_PARTY_DUPLICAT'
export const typeOf = (event: VigieEvent) => (event.eventName === 'DOSSIER_ADDED' ? event.data.dossierTypeCode : null)
// @ts-expect-error -- another event has no such data
export const ofAny = (event: VigieEvent) => (event.eventName === 'THIRD_PARTY_ADDED' ? event.data.dossierTypeCode : null)
console.log(typeof account.items, typeof openFile)
`
const fault = 'error TS'

test('The package has its code, types, guides, examples and license', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/cjs/index.d.ts',
      'dist/cjs/index.js',
      'dist/cjs/node.js',
      'dist/cjs/package.json',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/node.js',
      'examples/12-pages.ts',
      'package.json',
      'python/README.md',
      'python/vigie.py',
    ]),
  )
  expect(files.filter((file) => /^src|node_modules|\.pyc$/.test(file))).toEqual([])
})

test('The license is that of the project', async () => {
  const of = (place: string) => readFile(path.join(root, place, 'LICENSE'), 'utf8')
  expect(await of('client')).toBe(await of('.'))
})

test('A strict project of modules compiles and runs', patient, async () => {
  const output = await check('modules', { 'main.ts': program }, { module: 'NodeNext', types: ['node'] })
  expect(output).not.toContain(fault)
  const { stdout } = await run(process.execPath, [path.join(folder, 'modules/main.js')])
  expect(stdout).toBe('function function\n')
})

test('A strict CommonJS project compiles and runs', patient, async () => {
  const options = { module: 'NodeNext', types: ['node'], type: 'commonjs' }
  expect(await check('common', { 'main.ts': program }, options)).not.toContain(fault)
  const { stdout } = await run(process.execPath, [path.join(folder, 'common/main.js')])
  expect(stdout).toBe('function function\n')
})

test('A strict project for a bundler compiles', patient, async () => {
  const options = {
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
  }
  const page = program.replace(/import \{ openFile.*\n/, 'const openFile = null\n')
  expect(await check('bundled', { 'main.ts': page }, { ...options, noEmit: true })).not.toContain(fault)
})

describe('The twelve jobs in a fresh strict project', () => {
  beforeAll(async () => {
    const place = path.join(folder, 'examples')
    await cp(path.join(folder, 'node_modules/@vigie/client/examples'), place, { recursive: true })
    const options = {
      module: 'NodeNext',
      types: ['node'],
      rewriteRelativeImportExtensions: true,
      outDir: 'out',
    }
    const output = await check('examples', {}, options)
    if (output.includes(fault)) throw new Error(output)
  }, 300_000)

  twelveJobs((name, args, settings) =>
    spawn(process.execPath, [path.join(folder, 'examples/out', `${name}.js`), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...settings },
    }),
  )
})
