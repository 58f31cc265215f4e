// Whether a statement stays within one account, read from the plan that PostgreSQL makes of it: the planner has resolved
// names, views and subqueries, and has carried each equation as far as it reaches.

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  Alias?: string
  Plans?: PlanNode[]
  [property: string]: unknown
}

export interface Verdict {
  /** Scans of distributed tables. */
  scans: string[]
  /** Those that no condition ties to one account, as `table alias`. */
  open: string[]
  /** Whether the open ones are at least joined with each other by the account. */
  isJoinedByAccount: boolean
}

interface Scan {
  alias: string
  table: string
}

const conditionKeys = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Join Filter',
  'Hash Cond',
  'Merge Cond',
  'One-Time Filter',
  'TID Cond',
]
const column = String.raw`(?:(\w+|"[^"]+")\.)?account_id`
const joins = new RegExp(`${column} = ${column}`, 'g')
/** What is found in a table made of a subquery beforehand. */
const hashed = new RegExp(String.raw`${column} = \(hashed SubPlan (\d+)\)\.col(\d+)`, 'g')
/** A parameter, a setting of the session, a constant, or what a subquery of one row has found. */
const value = String.raw`(?:\$\d+|'\d+'::bigint|\(?NULLIF\(current_setting|\(InitPlan \d+\)|\(SubPlan \d+\)|current_setting|\(current_setting|\(\$\d+)`
const bindings = [
  new RegExp(`${column} = ${value}`, 'g'),
  new RegExp(`${value}[^=<>]{0,40} = ${column}`, 'g'),
]

export function judgePlan(
  plan: PlanNode,
  isDistributed: (table: string, schema: string) => boolean,
): Verdict {
  const nodes = flatten(plan)
  const scans = nodes.flatMap((node): Scan[] => {
    const { Alias: alias, 'Relation Name': table, Schema: schema = '' } = node
    if (alias === undefined || table === undefined || node['Node Type'] === 'ModifyTable') return []
    return isDistributed(table, schema) ? [{ alias, table }] : []
  })
  const found = ties(nodes)
  const open = scans.filter(({ alias }) => !found.isBound(alias))
  const [first] = open
  return {
    scans: scans.map(({ table }) => table),
    open: open.map(({ table, alias }) => (table === alias ? table : `${table} ${alias}`)),
    isJoinedByAccount: open.every(({ alias }) => first !== undefined && found.areTied(alias, first.alias)),
  }
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

function ties(nodes: readonly PlanNode[]) {
  const parents = new Map<string, string>()
  const bound = new Set<string>()
  const rootOf = (name: string): string => {
    const parent = parents.get(name)
    return parent === undefined || parent === name ? name : rootOf(parent)
  }
  const one = '1 account'
  const tables = new Set(nodes.flatMap((node) => (node['Relation Name'] === undefined ? [] : [node.Alias])))
  // A subquery with a name of its own: its scans are judged where they stand. What a function returns may be anything.
  const results = new Set(
    nodes.flatMap((node) => (/^(CTE|Subquery|WorkTable) Scan$/.test(node['Node Type']) ? [node.Alias] : [])),
  )
  const outputOf = (subplan: string, nth: string) => {
    const output = nodes.find((node) => node['Subplan Name'] === `SubPlan ${subplan}`)?.['Output']
    return Array.isArray(output) ? String(output[Number(nth) - 1]) : ''
  }
  for (const node of nodes) {
    const own = node.Alias
    const text = conditionKeys
      .map((key) => node[key])
      .filter((part) => typeof part === 'string')
      .join(' AND ')
    for (const binding of bindings)
      for (const [, alias = own] of text.matchAll(binding)) if (alias !== undefined) bound.add(alias)
    const said = `${text} ${Array.isArray(node['Output']) ? node['Output'].join(' ') : ''}`
    for (const [, left = own, subplan = '', nth = ''] of said.matchAll(hashed)) {
      const right = new RegExp(`^${column}$`).exec(outputOf(subplan, nth))?.[1]
      if (left !== undefined && right !== undefined) parents.set(rootOf(right), rootOf(left))
    }
    for (const [, left = own, right = own] of text.matchAll(joins)) {
      if (left === undefined || right === undefined) continue
      const [a, b] = [left, right].map((alias) => (results.has(alias) && !tables.has(alias) ? one : alias))
      if (a !== undefined && b !== undefined) parents.set(rootOf(a), rootOf(b))
    }
  }
  const boundRoots = () => new Set([one, ...bound].map(rootOf))
  return {
    isBound: (alias: string) => boundRoots().has(rootOf(alias)),
    areTied: (a: string, b: string) => rootOf(a) === rootOf(b),
  }
}
