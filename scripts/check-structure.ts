// Checks what the linter cannot see: who imports whom, where settings are read, how long files are, and how many
// files a reader opens to follow one thing.
// Run: npm run structure [-- --walk "upload to approval"]
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importFault, inPackage, inProduct, isTest, placeFault } from './structure-layers.ts'
import { readModule } from './structure-modules.ts'
import { vagueTestNames } from './structure-tests.ts'
import { filesOf, limits, namesUsedTwice, smallWithOneUser, walks } from './structure-walks.ts'

type Import = { line: number; to: string }
type Source = { path: string; lines: string[]; imports: Import[]; isTest: boolean }
type Fault = { path: string; line: number; sentence: string }

function importsOf(path: string, text: string): Import[] {
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm),
    ...text.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
  ]
  return found.map((match) => {
    const to = match[1] ?? ''
    const line = text.slice(0, match.index + match[0].length).split('\n').length
    return { line, to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to }
  })
}

function readSources(root: string): Source[] {
  const folders = ['packages', 'server/src', 'server/test', 'web', 'client', 'scripts', 'bench', 'torture']
  const paths = folders.flatMap((folder) => {
    if (!existsSync(join(root, folder))) return []
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
  })
  const wanted = paths.filter(
    (path) => /\.(tsx?|mjs)$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path),
  )
  return wanted.toSorted().map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, lines: text.trimEnd().split('\n'), imports: importsOf(path, text), isTest: isTest(path) }
  })
}

function layerFaults({ path, imports, isTest: test }: Source): Fault[] {
  if (test) return []
  const place = { path, line: 1, sentence: placeFault(path) }
  const all = [place, ...imports.map(({ line, to }) => ({ path, line, sentence: importFault(path, to) }))]
  return all.filter((fault): fault is Fault => fault.sentence !== undefined)
}

const READS_ENV =
  /\bprocess\??\.env\b|\bprocess\[['"]env|\benv\b[^}]*\}\s*(=\s*process\b|from\s*['"](node:)?process['"])/

function lineFaults(source: Source): Fault[] {
  const isProduct = inProduct(source.path) || inPackage(source.path)
  const settingsAllowed = !isProduct || source.isTest || source.path === 'server/src/config.ts'
  return source.lines.flatMap((text, i) => {
    const at = { path: source.path, line: i + 1 }
    const isComment = /^\s*(\/\/|\/?\*)/.test(text)
    if (!settingsAllowed && !isComment && READS_ENV.test(text)) {
      return [{ ...at, sentence: 'process.env is read only in server/src/config.ts' }]
    }
    const bare = /(^|\s)(\/\/|\/\*)\s*oxlint-disable/.test(text) && !/oxlint-disable.* -- \S/.test(text)
    return bare
      ? [{ ...at, sentence: 'a lint suppression gives its reason: // oxlint-disable-… rule -- why' }]
      : []
  })
}

function lengthFaults({ path, lines, isTest: test }: Source): Fault[] {
  if (path.endsWith('.gen.ts')) return []
  const firstComment = lines.find((text) => /^\s*(\/\/|\/?\*+)\s*\w/.test(text)) ?? ''
  const isList = /^\s*(\/\/|\/?\*+)\s*((a|the) )?lists?\b/i.test(firstComment)
  const limit = test ? 500 : isList ? 600 : path.endsWith('.tsx') ? 250 : 300
  if (lines.length <= limit) return []
  const sentence = `${lines.length} lines, and the limit for this kind of file is ${limit}`
  return [{ path, line: limit + 1, sentence }]
}

function cycleFaults(sources: Source[]): Fault[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const spellings = ['', '.ts', '.tsx', '/index.ts']
  const done = new Set<string>()
  const faults: Fault[] = []
  const walk = (source: Source, trail: string[]) => {
    const here = [...trail, source.path]
    for (const { line, to } of source.imports) {
      const next = spellings.map((ending) => byPath.get(to + ending)).find((it) => it !== undefined)
      if (next && here.includes(next.path)) {
        const circle = [...here.slice(here.indexOf(next.path)), next.path].join(' → ')
        faults.push({ path: source.path, line, sentence: `import circle: ${circle}` })
      } else if (next && !done.has(next.path)) walk(next, here)
    }
    done.add(source.path)
  }
  for (const source of sources) if (!done.has(source.path)) walk(source, [])
  return faults
}

export function checkStructure(root: string): string[] {
  const sources = readSources(root)
  const faults = [
    ...sources.flatMap((source) => [...layerFaults(source), ...lineFaults(source), ...lengthFaults(source)]),
    ...cycleFaults(sources),
  ]
  return faults.map(({ path, line, sentence }) => `${path}:${line} ${sentence}`)
}

const productOf = (root: string): Source[] =>
  readSources(root).filter(({ path, isTest: test }) => inProduct(path) && !test && !path.endsWith('.gen.ts'))

const testNamesOf = (root: string): string[] =>
  readSources(root)
    .filter(({ path }) => /\.(test|proof)\.tsx?$/.test(path))
    .flatMap(({ path, lines }) => vagueTestNames(path, lines.join('\n')))

type Count = { what: string; found: readonly string[]; most: number }

function countStructure(root: string): Count[] {
  const modules = new Map(productOf(root).map(({ path }) => [path, readModule(root, path)]))
  return [
    ...Object.entries(walks).map(([what, walk]) => ({
      what,
      found: filesOf(modules, walk),
      most: walk.most,
    })),
    { what: 'names of two exported functions', found: namesUsedTwice(modules), most: limits.namesUsedTwice },
    { what: 'files under 20 lines with one user', found: smallWithOneUser(modules), most: limits.smallFiles },
    { what: 'test names that are no sentence', found: testNamesOf(root), most: 0 },
  ]
}

function sizesOf(root: string): string {
  const lengths = productOf(root)
    .map(({ lines }) => lines.length)
    .toSorted((a, b) => a - b)
  const at = (share: number) => lengths[Math.ceil(share * lengths.length) - 1]
  return `${lengths.length} files of the server; lines: median ${at(0.5)}, 90 % under ${at(0.9)}, longest ${at(1)}`
}

function printCounts(root: string, faults: readonly string[], counts: readonly Count[]): void {
  console.log(sizesOf(root))
  console.log(`import circles: ${faults.filter((fault) => fault.includes(' import circle: ')).length}`)
  for (const { what, found, most } of counts) console.log(`${what}: ${found.length} (at most ${most})`)
}

function main(): void {
  const options = { walk: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [folder] = positionals
  const root = folder ?? dirname(dirname(fileURLToPath(import.meta.url)))
  // Another folder than this house has none of its walks.
  const counts = folder === undefined ? countStructure(root) : []
  if (values.walk !== undefined) {
    const found = counts.find(({ what }) => what === values.walk)?.found
    console.log(found?.join('\n') ?? `Counted are: ${counts.map(({ what }) => what).join(', ')}`)
    return
  }
  const faults = checkStructure(root)
  if (folder === undefined) printCounts(root, faults, counts)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0 || counts.some(({ found, most }) => found.length > most)) process.exitCode = 1
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main()
