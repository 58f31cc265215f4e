// `npm run release -- X.Y.Z`: makes a release of what is committed. Sets the version, closes the changelog's section,
// seals the migrations, keeps the description of the API, commits, tags, and records version and commit in releases.json: a copy of the repository
// without its tags still knows its releases, and the upgrade proofs build the newest of them.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

class Refusal extends Error {}

const read = (path) => readFileSync(join(root, path), 'utf8')
const write = (path, text) => writeFileSync(join(root, path), text)
const writeJson = (path, value) => write(path, `${JSON.stringify(value, null, 2)}\n`)

function run(command, ...options) {
  return execFileSync(command, options, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}
const git = (...options) => run('git', ...options)

const numbersOf = (version) => version.split('.').map(Number)

function isNewer(version, than) {
  const [left, right] = [numbersOf(version), numbersOf(than)]
  const differing = left.findIndex((number, index) => number !== right[index])
  return differing !== -1 && left[differing] > right[differing]
}

function readVersion(releases) {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [version, ...more] = positionals
  if (version === undefined || more.length > 0 || !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    throw new Refusal('Name one version: npm run release -- X.Y.Z')
  }
  const last = releases.at(-1)?.version
  if (last !== undefined && !isNewer(version, last)) {
    throw new Refusal(`${version} does not follow ${last}, the last release.`)
  }
  return version
}

/** Of a package, and where it asks for another of ours. */
function withVersion(manifest, version) {
  const next = { ...manifest, version }
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies']) {
    for (const name of Object.keys(next[kind] ?? {})) {
      if (name.startsWith('@vigie/')) next[kind] = { ...next[kind], [name]: version }
    }
  }
  return next
}

function setVersion(version) {
  const lock = JSON.parse(read('package-lock.json'))
  lock.version = version
  for (const folder of ['', ...JSON.parse(read('package.json')).workspaces]) {
    const path = join(folder, 'package.json')
    writeJson(path, withVersion(JSON.parse(read(path)), version))
    lock.packages[folder] = withVersion(lock.packages[folder], version)
  }
  writeJson('package-lock.json', lock)
  run('npm', 'run', '--silent', 'openapi')
}

function closeChanges(version, date) {
  const heading = '## [Unreleased]\n'
  const changelog = read('CHANGELOG.md')
  const [before, after = ''] = changelog.split(heading)
  const changes = after.split(/^## \[/m)[0].trim()
  if (changes === '') throw new Refusal('CHANGELOG.md says nothing under "Unreleased".')
  write('CHANGELOG.md', `${before}${heading}\n## [${version}] - ${date}\n${after}`)
}

function main() {
  const releases = JSON.parse(read('releases.json'))
  const version = readVersion(releases)
  if (git('status', '--porcelain') !== '') {
    throw new Refusal('There are uncommitted changes: a release is made of what is committed.')
  }
  const date = new Date().toISOString().slice(0, 10)
  try {
    closeChanges(version, date)
    setVersion(version)
    run('npx', '--no-install', 'tsx', '--conditions=vigie-source', 'scripts/release-migrations.ts')
    run('npm', 'run', '--silent', 'api-changes', '--', '--keep', version)
    git('add', 'releases')
  } catch (error) {
    // The tree was clean: what is there now is ours alone.
    git('restore', '.')
    git('clean', '--force', '--quiet', 'releases')
    throw error
  }
  git('commit', '--all', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Vigie ${version}`)
  const commit = git('rev-parse', 'HEAD')
  writeJson('releases.json', [...releases, { version, commit, date }])
  git('commit', '--all', '--message', `Record release ${version}`)
  console.log(`Released ${version} as ${commit.slice(0, 10)}. Push both: git push --follow-tags`)
}

try {
  main()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
