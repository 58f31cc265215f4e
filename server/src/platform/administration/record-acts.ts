import { isDeepStrictEqual } from 'node:util'
import type { Db, ReadTx, Tx } from '../db/index.ts'
import { wholeAccount, type Origin, type Scope } from '../kernel/index.ts'
import {
  operatorChain,
  recordAdministration,
  type AdministrationEntry,
  type AdministrationScope,
  type Words,
} from './record-administration.ts'

interface Setting {
  /** Which one, such as `rule`. */
  readonly setting: string
  readonly subject?: AdministrationEntry['subject']
  /** What tells it from others of its kind; told as it is. */
  readonly of?: Words
  /** Null for what did not exist, or does no longer. */
  readonly before: object | null
  readonly after: object | null
}

const bookkeeping = new Set(['version', 'createdAt', 'updatedAt'])

/** A change of settings, by the parts that differ; nothing, where none does. */
export function recordSetting(tx: Tx, scope: AdministrationScope, change: Setting): void {
  const before = (change.before ?? {}) as Words
  const after = (change.after ?? {}) as Words
  const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = parts.filter(
    (part) => !bookkeeping.has(part) && !isDeepStrictEqual(before[part], after[part]),
  )
  if (changed.length === 0) return
  const { setting, of = {}, subject = { type: 'ACCOUNT', id: scope.accountId } } = change
  const journaledSetting = (from: Words) => ({
    setting,
    ...of,
    ...Object.fromEntries(changed.flatMap((part) => (from[part] === undefined ? [] : [[part, from[part]]]))),
  })
  recordAdministration(tx, scope, {
    name: 'SETTINGS_CHANGED',
    subject,
    ...(change.before && { before: journaledSetting(before) }),
    ...(change.after && { after: journaledSetting(after) }),
  })
}

export interface ExportMade {
  /** What left, such as `thirdparties.csv`. */
  readonly what: string
  /** How much of it, in its own unit. */
  readonly count: number
  /** What it was narrowed to. */
  readonly filters?: Words
  readonly subject?: AdministrationEntry['subject']
}

export function recordExport(tx: Tx, scope: AdministrationScope, exported: ExportMade): void {
  const { what, count, filters, subject } = exported
  recordAdministration(tx, scope, {
    name: 'EXPORT_MADE',
    ...(subject && { subject }),
    after: { what, count, ...(filters && Object.keys(filters).length > 0 && { filters }) },
  })
}

/** For what only reads: no export leaves before the entry that says so is kept. */
export function commitExportRecord(db: Db, scope: AdministrationScope, exported: ExportMade): Promise<void> {
  return db.write(wholeAccount(scope.accountId), async (tx) => recordExport(tx, scope, exported))
}

interface ExportAhead extends Omit<ExportMade, 'count'> {
  readonly count: (tx: ReadTx) => Promise<number>
}

/** What a table says of itself before it leaves. */
export function announceExport(db: Db, scope: Scope, { count, ...made }: ExportAhead) {
  return {
    count: () => db.read(scope, count),
    record: (counted: number) => commitExportRecord(db, scope, { ...made, count: counted }),
  }
}

/** Whoever runs the installation: by a command, or on its pages, and then who and from where. */
export interface OperatorAct {
  readonly command: string
  readonly operatorId?: number | undefined
  readonly origin?: Origin | undefined
}

/** On the operator's own chain, or on that of the account they act upon, which need not know from where. */
export function operatorScope(
  by: string | OperatorAct,
  accountId: number = operatorChain,
): AdministrationScope {
  const { command, operatorId = null, origin } = typeof by === 'string' ? { command: by } : by
  const actor = { type: 'OPERATOR', id: operatorId, name: `vigie ${command}` } as const
  return { accountId, actor, ...(accountId === operatorChain && { origin }) }
}

/** An act of the operator upon accounts is told to each of them, and kept in the operator's own chain. */
export function recordOperatorAct(
  tx: Tx,
  by: string | OperatorAct,
  { accountIds, ...entry }: AdministrationEntry & { readonly accountIds: readonly number[] },
): void {
  for (const accountId of new Set(accountIds)) recordAdministration(tx, operatorScope(by, accountId), entry)
  const { personal: _personal, ...numbers } = entry
  const after = { ...entry.after, ...(accountIds.length > 0 && { accountIds }) }
  recordAdministration(tx, operatorScope(by), { ...numbers, after })
}
