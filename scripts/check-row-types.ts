// Compares what the server declares about the rows of its raw statements with what PostgreSQL returned for them while the
// tests ran: tsx scripts/check-row-types.ts [--only server/src/domain/x] <folder of records>...
// What is declared can be read while the tests still run: --declared <file> writes it there, and then reads it from there.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { RecordedColumn, RecordedStatement } from '../server/test/harness/record-statements.ts'
import { findSites, type Member, type Site } from './row-sites.ts'

interface Column extends RecordedColumn {
  wasNull: boolean
  /** `table.column`, if it is a plain column that may hold null. */
  nullable: string | undefined
}

interface Statement {
  text: string
  columns: Column[]
}

interface Report {
  sites: number
  faults: string[]
  /** Places whose statement no test has run. */
  unseen: string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))

const ownProcess = 'run by a command that tests start as a process of its own'
/** Files with statements that the tests do not run inside their own process, and why. */
const unseenForAReason: Record<string, string> = {
  'server/src/replace-secret-key.ts': ownProcess,
  'server/src/domain/webhooks/reseal-endpoints.ts': ownProcess,
  'server/src/domain/datahub/reseal-providers.ts': ownProcess,
  'server/src/domain/evaluation/files/encrypt-file.ts': ownProcess,
  'server/src/platform/files/encryption/file-keys.queries.ts': ownProcess,
  'server/src/domain/references/imported/sirene-establishments.ts': ownProcess,
  'server/src/platform/db/fence.ts': 'asked by each process that prepares a database',
  'server/src/platform/db/installation-key.ts': 'asked by each process as it starts',
  'server/src/platform/db/prepare.ts': 'asked by the first process that starts with a key',
}

export function checkRowTypes(sites: readonly Site[], statements: readonly Statement[]): Report {
  const report: Report = { sites: sites.length, faults: [], unseen: [] }
  for (const [site, found] of statementsBySite(sites, statements)) {
    if (site.segments.every((segment) => segment.trim() === '')) {
      // What reads any list leaves the columns to the places that name them.
      if (site.isOpen) continue
      report.faults.push(
        `${site.place}: the row type stands away from its text; declare it where the text is written`,
      )
      continue
    }
    if (found.length === 0 && !site.isExcused) report.unseen.push(site.place)
    const faults = new Set(found.flatMap(({ columns }) => faultsOf(site, columns)))
    report.faults.push(...[...faults].map((fault) => `${site.place}: ${fault}`))
  }
  return report
}

/** A text that could have come from several places came from the one that says most of it. */
function statementsBySite(sites: readonly Site[], statements: readonly Statement[]): Map<Site, Statement[]> {
  const lengthOf = ({ segments }: Site) => segments.join('').length
  const bySite = new Map(
    sites.map((site): [Site, Statement[]] => [site, statements.filter(textMatcher(site))]),
  )
  const longest = new Map<Statement, number>()
  for (const [site, found] of bySite) {
    if (site.isPart) continue
    found.forEach((statement) =>
      longest.set(statement, Math.max(longest.get(statement) ?? 0, lengthOf(site))),
    )
  }
  for (const [site, found] of bySite) {
    if (site.isPart) continue
    bySite.set(
      site,
      found.filter((statement) => longest.get(statement) === lengthOf(site)),
    )
  }
  return bySite
}

/** Whether a text can have come from there: its fixed parts in their order, from the first word to the last. */
function textMatcher({ segments, column }: Site): (statement: Statement) => boolean {
  const last = segments.length - 1
  const patterns = segments.map(
    (segment, index) => new RegExp(`${index === 0 ? '^' : ''}${segment}${index === last ? '$' : ''}`, 'g'),
  )
  return ({ text, columns }) => {
    if (column !== undefined && !columns.some(({ name }) => name === column)) return false
    let at = 0
    return patterns.every((pattern) => {
      pattern.lastIndex = at
      const isHere = pattern.test(text)
      at = pattern.lastIndex
      return isHere
    })
  }
}

function faultsOf({ members, isOpen, column: only }: Site, columns: readonly Column[]): string[] {
  const names = columns.map(({ name }) => name)
  const missing = [...members].flatMap(([name, { isOptional }]) =>
    isOptional || names.includes(name)
      ? []
      : [`"${name}" is declared, and the statement returns no such column`],
  )
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  const wrong = columns.flatMap((column) => {
    if (only !== undefined && column.name !== only) return []
    const member = members.get(column.name)
    if (member) return faultsOfColumn(column, member)
    return isOpen ? [] : [`the statement returns "${column.name}", which is not declared`]
  })
  return [
    ...missing,
    ...wrong,
    ...(isOpen ? [] : twice.map((name) => `the statement returns "${name}" twice`)),
  ]
}

function faultsOfColumn(column: Column, { shape, isNeverNull }: Member): string[] {
  if (shape.kinds.has('any')) return []
  const { name, kind, nullable, wasNull } = column
  const faults: string[] = []
  const declared = [...shape.kinds].filter((one) => one !== 'null' && one !== 'undefined')
  const said = declared.map((one) =>
    one === 'array' ? `${[...(shape.elements?.kinds ?? [])].join(' | ')}[]` : one,
  )
  if (kind === 'json' || kind === 'json[]') {
    if (shape.unfitForJson !== undefined)
      faults.push(`"${name}" is JSON, which holds no ${shape.unfitForJson}`)
    if (kind === 'json[]' && declared.join() !== 'array')
      faults.push(`"${name}" is an array, not ${said.join(' | ')}`)
  } else if (!said.every((one) => isKind(one, kind))) {
    faults.push(`"${name}" is ${kind}, not ${said.join(' | ')}`)
  }
  if (shape.kinds.has('null')) return faults
  if (wasNull) faults.push(`"${name}" was null, and is declared as if it never were`)
  else if (nullable !== undefined && !isNeverNull) {
    faults.push(
      `"${name}" comes from ${nullable}, which may be null; add null, or "never null: " and the reason`,
    )
  }
  return faults
}

/** An element of an array may be declared as nullable: PostgreSQL does not say. */
const isKind = (declared: string, kind: string): boolean =>
  declared === kind || declared.replace(/ \| null(?=\[)/, '') === kind || declared === 'any[]'

export function readRecords(folder: string): Statement[] {
  const known = JSON.parse(readFileSync(join(folder, 'nullable.json'), 'utf8')) as {
    key: string
    name: string
  }[]
  const nullable = new Map(known.map(({ key, name }) => [key, name]))
  const statements = new Map<string, Statement>()
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedStatement)
  for (const line of lines) {
    if (!('columns' in line)) continue
    const columns = line.columns.map((column) => ({
      ...column,
      wasNull: statements.get(line.text)?.columns.find(({ name }) => name === column.name)?.wasNull ?? false,
      nullable: nullable.get(`${column.tableId}.${column.columnId}`),
    }))
    statements.set(line.text, { text: line.text, columns })
  }
  for (const line of lines) {
    if (!('nulls' in line)) continue
    for (const column of statements.get(line.text)?.columns ?? [])
      column.wasNull ||= line.nulls.includes(column.name)
  }
  return [...statements.values()]
}

function declaredSites(only: string): Site[] {
  const folder = resolve(root, only)
  const isWanted = (file: string) => file.startsWith(folder) && !/\.(test|proof)\.ts$/.test(file)
  return findSites(join(root, 'server', 'tsconfig.build.json'), isWanted).map((site) => ({
    ...site,
    place: relative(root, site.place),
  }))
}

/** JSON has neither maps nor sets. */
function asEntries(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] }
  return value instanceof Set ? { set: [...value] } : value
}

function fromEntries(_key: string, value: unknown): unknown {
  const { map, set } = (value ?? {}) as { map?: [unknown, unknown][]; set?: unknown[] }
  if (Array.isArray(map)) return new Map(map)
  return Array.isArray(set) ? new Set(set) : value
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: 'server/src' }, declared: { type: 'string' } },
  })
  const { declared } = values
  if (declared !== undefined && !existsSync(declared)) {
    writeFileSync(declared, JSON.stringify(declaredSites(values.only), asEntries))
    return 0
  }
  const sites =
    declared === undefined
      ? declaredSites(values.only)
      : (JSON.parse(readFileSync(declared, 'utf8'), fromEntries) as Site[])
  const report = checkRowTypes(sites, positionals.flatMap(readRecords))
  const reasons = new Set(Object.keys(unseenForAReason))
  const unseen = report.unseen.filter((place) => !reasons.has(place.replace(/:\d+$/, '')))
  report.faults.forEach((fault) => console.log(fault))
  unseen.forEach((place) =>
    console.log(`${place}: no test runs this statement, so nobody knows what it returns`),
  )
  console.log(
    `row types: ${report.sites} declared beside raw SQL, ${report.sites - report.unseen.length} compared with what ` +
      `PostgreSQL returned, ${report.faults.length + unseen.length} faults`,
  )
  return report.faults.length + unseen.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main()
