// `npm run package -- <folder> [--tag vX.Y.Z] [--without-postgres]`: the product as it is released, in an empty folder.
// It holds the built programs, what they need of the registry and a list of its parts, and starts with node alone.
// Without PostgreSQL it is for machines and containers that have DATABASE_URL.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dropUncalled, readReach, requireSameReach, trimFiles } from './package-trim.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version, workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

class Refusal extends Error {}

function run(command, options, settings = {}) {
  return execFileSync(command, options, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
    ...settings,
  })
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tag: { type: 'string' }, commit: { type: 'string' }, 'without-postgres': { type: 'boolean' } },
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) {
    throw new Refusal('Name one folder: npm run package -- <folder> [--tag vX.Y.Z] [--without-postgres]')
  }
  const out = resolve(folder)
  if (existsSync(out) && readdirSync(out).length > 0) throw new Refusal(`${out} is not empty.`)
  if (values.tag !== undefined && values.tag !== `v${version}`) {
    throw new Refusal(`The tag is ${values.tag}, but package.json says ${version}.`)
  }
  // Where there is no repository, as in the build of a container, somebody else says what it is built from.
  const commit = values.commit ?? run('git', ['rev-parse', 'HEAD']).trim()
  return { out, tag: values.tag, commit, withPostgres: values['without-postgres'] !== true }
}

/** What CHANGELOG.md says of this version, or of what is not released yet. */
function readChanges(heading) {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## \[)/m)
  const section = sections.find((text) => text.startsWith(`## [${heading}]`))
  if (section === undefined) throw new Refusal(`CHANGELOG.md has no section for ${heading}.`)
  return section.slice(section.indexOf('\n')).trim()
}

/** Sources, tests and tools stay behind. */
function copyProduct(to, runtime) {
  const files = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'LICENSE',
    'NOTICE',
    'README.md',
    'CHANGELOG.md',
  ]
  const names = ['api-changes', 'api-guide', 'deploy', 'events', 'indicators', 'operations', 'versioning']
  const guides = names.map((name) => `docs/${name}.md`)
  const folders = [
    ...guides,
    'catalogue',
    'deploy/container',
    'deploy/systemd',
    'server/migrations',
    'server/demo-history.json.br',
    'web/dist',
  ]
  const manifests = workspaces.map((name) => join(name, 'package.json'))
  const built = runtime.map((name) => join(name, 'dist'))
  for (const path of new Set([...files, ...folders, ...manifests, ...built])) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(to, path), { recursive: true })
  }
}

/** The tools of development go, and with them what only they would need. */
function keepRuntimeOnly(product, { runtime, withPostgres }) {
  for (const place of ['.', ...runtime]) {
    const file = join(product, place, 'package.json')
    const { devDependencies: _tools, scripts: _scripts, ...manifest } = JSON.parse(readFileSync(file, 'utf8'))
    if (place === '.') manifest.workspaces = runtime
    if (!withPostgres) delete manifest.optionalDependencies
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  rmSync(join(product, 'package-lock.json'))
  const prune = () =>
    run('npm', ['prune', '--offline', '--no-package-lock', '--no-fund', '--no-audit'], { cwd: product })
  prune()
  const reach = readReach(product)
  dropUncalled(product)
  prune()
  trimFiles(product, reach)
  requireSameReach(product, reach)
}

async function checksum(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function main() {
  const { out, tag, commit, withPostgres } = readArguments()
  const changes = readChanges(tag === undefined ? 'Unreleased' : version)
  if (tag !== undefined && run('git', ['status', '--porcelain']) !== '') {
    throw new Refusal('There are uncommitted changes: a release is made of a commit.')
  }
  run(process.execPath, ['scripts/build-for-start.mjs'], { stdio: 'inherit' })
  const name = `vigie-${version}`
  const product = join(out, name)
  mkdirSync(product, { recursive: true })
  // The pages are files by now, and the client is a package of its own.
  const runtime = workspaces.filter((workspace) => !['web', 'client'].includes(workspace))
  copyProduct(product, runtime)
  run('npm', ['ci', '--omit=dev', '--workspace', 'server', '--no-fund', '--no-audit'], { cwd: product })
  keepRuntimeOnly(product, { runtime, withPostgres })
  run('npm', ['run', '--silent', 'bruno', '--', join(product, 'bruno')])
  writeFileSync(join(product, 'RELEASE.json'), `${JSON.stringify({ version, commit }, null, 2)}\n`)
  const parts = run('npm', ['sbom', '--sbom-format=cyclonedx'], { cwd: product })
  writeFileSync(join(out, `${name}.cdx.json`), parts)
  writeFileSync(join(product, 'sbom.cdx.json'), parts)
  writeFileSync(join(out, 'CHANGES.md'), `${changes}\n`)
  // Native parts are those of this machine's kind.
  const kind = withPostgres ? '' : '-without-postgres'
  const archive = `${name}-${process.platform}-${process.arch}${kind}.tar.gz`
  // Whoever unpacks it owns it, and files have the same bytes in the same order.
  const plain = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name']
  run('tar', ['-C', out, ...plain, '-I', 'gzip -9n', '-cf', join(out, archive), name])
  writeFileSync(join(out, `${archive}.sha256`), `${await checksum(join(out, archive))}  ${archive}\n`)
  console.log(`${archive} of ${commit.slice(0, 10)} is in ${out}`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
