// What a migration may not do while processes of the release before it go on working on the same database, read off its
// text. Names in the text are lower case and unquoted, as in all our migrations.

export interface MigrationText {
  readonly name: string
  readonly sql: string
}

export interface Finding {
  readonly file: string
  readonly rule: Rule
  /** What it is about: a table, a column, an index. */
  readonly what: string
}

export const rules = {
  drop: 'takes away what the release before still uses',
  rename: 'gives a new name to what the release before still calls by the former one',
  retype: 'changes the type of a column under the statements of the release before',
  'drop unique': 'takes away what statements of the release before name in "on conflict"',
  'not null': 'refuses rows as the release before writes them',
  null: 'allows nulls that the release before does not expect',
  validate:
    'reads a whole table while nobody can use it: add it "not valid", and validate it in the next file',
  index: 'keeps writers out while it reads a whole table: make it a long migration',
  concurrently: 'cannot run in a transaction, as files do: make it a long migration',
  'rewrite rows': 'changes a whole table in one transaction: make it a long migration',
  'rewrite table': 'writes a whole table anew while nobody can use it',
  'contract note': 'names no recorded release',
} as const
export type Rule = keyof typeof rules

/** What no release uses any more may go. What holds a table too long has another way and needs no excuse. */
const excusable = new Set<Rule>(['drop', 'rename', 'retype', 'drop unique', 'not null', 'null'])

/** A few rows an account or an installation: read through in a moment. */
const smallTables = new Set(
  `account sandbox_journey sign_in_policy evaluation_option rule indicator unit team api_client
   api_client_secret attribute_definition saved_view calendar_link agent_policy document_type
   document_type_version dossier_type dossier_type_version shipped_type datahub_provider datahub_scale
   webhook_endpoint administration_stream worker_lease installation_key signing_key file_key event_type
   journal_head administration_head identity_provider identity_trial provisioning_token
   provisioning_settings watchlist screening_settings owner_settings owner_rule relationship_policy
   alert_channel bank_guard check_policy check_count overdue_policy long_migration trust_version seal_root code_trust_version`.split(
    /\s+/,
  ),
)

interface Statement {
  /** In one line, without comments; texts are empty and bodies are `$$`. */
  readonly code: string
  /** The comments before it. */
  readonly notes: readonly string[]
  readonly bodies: readonly string[]
}

const parts = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|(\$[a-z_]*\$)[^]*?\1|"[^"]*"|;|[^;'"$/-]+|[$/-]/gi

/** Cuts a file into its statements; semicolons in texts, comments and bodies of functions end none. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let [code, notes, bodies]: [string, string[], string[]] = ['', [], []]
  for (const [part, tag] of sql.matchAll(parts)) {
    if (part === ';') {
      statements.push({ code: oneLine(code), notes, bodies })
      ;[code, notes, bodies] = ['', [], []]
    } else if (part.startsWith('--')) notes.push(part.slice(2).trim())
    else if (part.startsWith('/*')) code += ' '
    else if (tag !== undefined) {
      bodies.push(part.slice(tag.length, -tag.length))
      code += '$$'
    } else code += part.startsWith("'") ? "''" : part
  }
  if (code.trim() !== '') statements.push({ code: oneLine(code), notes, bodies })
  return statements.filter((statement) => statement.code !== '')
}

const oneLine = (code: string) => code.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** What the releases so far have made. */
interface Former {
  readonly objects: ReadonlySet<string>
  readonly uniques: ReadonlySet<string>
}

const created =
  /^create (?:or replace )?(?:unlogged )?(?:table|view|materialized view|type|domain|function|sequence) (?:if not exists )?([a-z0-9_.]+)/
const dropped =
  /^drop (?:table|view|materialized view|type|domain|function|sequence) (?:if exists )?([a-z0-9_.]+)/

function readFormer(released: readonly MigrationText[]): Former {
  const objects = new Set<string>()
  const uniques = new Set<string>()
  for (const { code } of released.flatMap(({ sql }) => splitStatements(sql))) {
    const made = created.exec(code)?.[1]
    if (made !== undefined) objects.add(made)
    const gone = dropped.exec(code)?.[1]
    if (gone !== undefined) objects.delete(gone)
    for (const [, one, other] of code.matchAll(
      /create unique index ([a-z0-9_]+)|constraint ([a-z0-9_]+) (?:unique|primary key)/g,
    ))
      uniques.add(one ?? other ?? '')
  }
  return { objects, uniques }
}

/** Every fault of the fresh migrations, seen from the released ones. */
export function findFaults(
  released: readonly MigrationText[],
  fresh: readonly MigrationText[],
  versions: readonly string[],
): Finding[] {
  const former = readFormer(released)
  return fresh.flatMap(({ name, sql }) =>
    splitStatements(sql).flatMap((statement) => {
      const note = statement.notes.findLast((text) => text.startsWith('contract:'))
      const since = /^contract: since (\S+), unused because ./.exec(note ?? '')?.[1]
      if (note !== undefined && !versions.includes(since ?? ''))
        return [{ file: name, rule: 'contract note' as const, what: note }]
      return faultsOf(statement, former)
        .filter(({ rule }) => since === undefined || !excusable.has(rule))
        .map((fault) => ({ file: name, ...fault }))
    }),
  )
}

type Fault = Omit<Finding, 'file'>

function faultsOf({ code, bodies }: Statement, former: Former): Fault[] {
  const [, table, actions] = /^alter table (?:if exists )?(?:only )?([a-z0-9_.]+) (.*)$/.exec(code) ?? []
  if (table !== undefined && actions !== undefined) {
    if (!former.objects.has(table)) return []
    return splitActions(actions).flatMap((action) => faultsOfAction(table, action, former))
  }
  if (code.startsWith('do ')) {
    return bodies.flatMap(splitStatements).flatMap(({ code: inner }) => rowFaults(inner, former))
  }
  return [...dropFaults(code, former), ...indexFaults(code, former), ...rowFaults(code, former)]
}

function dropFaults(code: string, { objects, uniques }: Former): Fault[] {
  const gone = dropped.exec(code)?.[1]
  if (gone !== undefined && objects.has(gone)) return [{ rule: 'drop', what: gone }]
  const index = /^drop index (?:if exists )?([a-z0-9_]+)/.exec(code)?.[1]
  if (index !== undefined && uniques.has(index)) return [{ rule: 'drop unique', what: index }]
  const named =
    /^alter (?:type|view|function|domain|sequence) ([a-z0-9_.]+).* (?:rename|drop|set schema) /.exec(code)
  return named?.[1] !== undefined && objects.has(named[1]) ? [{ rule: 'rename', what: named[1] }] : []
}

const grows = (table: string, { objects }: Former) => objects.has(table) && !smallTables.has(table)

function indexFaults(code: string, former: Former): Fault[] {
  const [, beside, index, table] =
    /^create (?:unique )?index (concurrently )?(?:if not exists )?([a-z0-9_]+) on (?:only )?([a-z0-9_.]+)/.exec(
      code,
    ) ?? []
  if (index === undefined || table === undefined) return []
  if (beside !== undefined) return [{ rule: 'concurrently', what: index }]
  return grows(table, former) ? [{ rule: 'index', what: index }] : []
}

function rowFaults(code: string, former: Former): Fault[] {
  const written = [
    ...code.matchAll(
      /(?<!for |key |do |before |after |or |of )\bupdate (?:only )?([a-z0-9_.]+)(?: (?:as )?[a-z0-9_]+)? set /g,
    ),
    ...code.matchAll(/\bdelete from (?:only )?([a-z0-9_.]+)/g),
    ...code.matchAll(/^truncate (?:table )?([a-z0-9_.]+)/g),
    ...code.matchAll(/^(?:cluster|lock table|refresh materialized view) ([a-z0-9_.]+)/g),
  ]
  // A function or a trigger that is only made changes nothing now.
  if (/^(create|comment|grant|revoke)/.test(code)) return []
  return written
    .map(([, table]) => table ?? '')
    .filter((table) => grows(table, former))
    .map((table) => ({ rule: 'rewrite rows', what: table }))
}

/** At the commas between actions, not at those within brackets. */
function splitActions(actions: string): string[] {
  let depth = 0
  const split = ['']
  for (const sign of actions) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) split.push('')
    else split[split.length - 1] += sign
  }
  return split.map((action) => action.trim())
}

const volatile =
  /default [^,]*\b(gen_random_uuid|uuidv4|uuidv7|random|clock_timestamp|nextval|txid_current)\b|\bserial\b|as identity|stored$/

function faultsOfAction(table: string, action: string, former: Former): Fault[] {
  const column =
    /^(?:add|drop|alter) (?:column )?(?:if (?:not )?exists )?([a-z0-9_]+)/.exec(action)?.[1] ?? ''
  const fault = (rule: Rule, what = `${table}.${column}`): Fault[] => [{ rule, what }]
  if (/^rename |^set schema /.test(action)) return fault('rename', table)
  const constraint = /^drop constraint (?:if exists )?([a-z0-9_]+)/.exec(action)?.[1]
  if (constraint !== undefined) {
    const isUnique = former.uniques.has(constraint) || /_p?key$/.test(constraint)
    return isUnique ? fault('drop unique', constraint) : []
  }
  if (action.startsWith('drop ')) return fault('drop')
  if (/^alter .* (set data )?type /.test(action)) return fault('retype')
  if (/^alter .* set not null/.test(action)) return fault('not null')
  if (/^alter .* drop not null/.test(action)) return fault('null')
  if (/^set (un)?logged|^set tablespace|^set access method/.test(action)) return fault('rewrite table', table)
  return action.startsWith('add ') ? faultsOfAddition(table, action, former) : []
}

const constraintWords = /^add (?:constraint ([a-z0-9_]+) )?(check|foreign key|unique|primary key|exclude)\b/

function faultsOfAddition(table: string, action: string, former: Former): Fault[] {
  const isLarge = grows(table, former)
  const constraint = constraintWords.exec(action)
  if (constraint) {
    const isQuick = / not valid\b| using index /.test(action)
    return isLarge && !isQuick ? [{ rule: 'validate', what: constraint[1] ?? table }] : []
  }
  const column = /^add (?:column )?(?:if not exists )?([a-z0-9_]+)/.exec(action)?.[1] ?? ''
  const what = `${table}.${column}`
  const faults: Fault[] = []
  if (/ not null\b/.test(action) && !/ default /.test(action) && !/ generated /.test(action))
    faults.push({ rule: 'not null', what })
  if (isLarge && volatile.test(action)) faults.push({ rule: 'rewrite table', what })
  if (isLarge && / (check|references|unique|primary key)\b/.test(action))
    faults.push({ rule: 'validate', what })
  return faults
}
