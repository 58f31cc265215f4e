import type { Reading } from '@vigie/readers'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/index.ts'
import type { Scope } from '../../../../platform/kernel/index.ts'
import type { Finding } from '../../status/response-states.ts'

/** By what a piece is known when it comes again. */
interface PieceNumber {
  readonly kind: 'CONTENT' | 'CODE' | 'SECURITY_CODE' | 'CERTIFICATE_NUMBER' | 'POLICY_NUMBER'
  readonly number: string
}

const numbered: Readonly<Record<string, PieceNumber['kind']>> = {
  securityCode: 'SECURITY_CODE',
  certificateNumber: 'CERTIFICATE_NUMBER',
  policyNumber: 'POLICY_NUMBER',
}
const enough = 0.8

/** The numbers that its issuer gave this piece and no other, as far as they were surely read. */
export function numbersOf(reading: Reading | null, asked: string): PieceNumber[] {
  if (reading === null || !reading.kinds.some(({ kind }) => kind === asked)) return []
  return reading.fields.flatMap(({ name, value, confidence }) => {
    const kind = numbered[name]
    const number = value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
    return kind !== undefined && confidence >= enough && number.length >= 6 ? [{ kind, number }] : []
  })
}

interface SentPieces {
  readonly thirdpartyId: number
  /** Of the document type. */
  readonly code: string
  readonly files: readonly {
    readonly evidenceId: number
    readonly sha256: string | null
    readonly reading: Reading | null
    /** Digests of the signed codes that are printed in it. */
    readonly codes?: readonly string[]
  }[]
}

/**
 * Remembers these pieces, and says which of them another third party of the account has sent before. Of two that come
 * at once the later one waits for the earlier one's end, and then sees it.
 */
export async function comparePieces(tx: Tx, scope: Scope, sent: SentPieces): Promise<Finding[]> {
  const rows = sent.files.flatMap(({ evidenceId, sha256, reading, codes = [] }) => [
    ...(sha256 === null ? [] : [{ evidenceId, kind: 'CONTENT', number: sha256 }]),
    ...[...new Set(codes)].map((number) => ({ evidenceId, kind: 'CODE', number })),
    ...numbersOf(reading, sent.code).map((one) => ({ evidenceId, ...one })),
  ])
  if (rows.length === 0) return []
  await waitForOthers(tx, scope, rows)
  const written = JSON.stringify(rows)
  await sql`
    insert into piece_number (account_id, evidence_id, kind, number)
    select ${scope.accountId}, r."evidenceId", r.kind, r.number
    from jsonb_to_recordset(${written}::jsonb) as r ("evidenceId" bigint, kind text, number text)
    on conflict do nothing`.execute(tx)
  return findingsOf(await seenElsewhere(tx, scope, sent.thirdpartyId, written), sent.code)
}

/** In the same order everywhere, so that no two wait for each other. */
async function waitForOthers(
  tx: Tx,
  { accountId }: Scope,
  rows: readonly { readonly kind: string; readonly number: string }[],
): Promise<void> {
  const keys = [...new Set(rows.map(({ kind, number }) => `vigie piece ${accountId} ${kind} ${number}`))]
  await sql`select pg_advisory_xact_lock(hashtextextended(k.key, 0))
    from unnest(${keys.toSorted()}::text[]) k (key)`.execute(tx)
}

interface Seen {
  evidenceId: number
  kind: string
}

async function seenElsewhere(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyId: number,
  written: string,
): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    select r."evidenceId", r.kind
    from jsonb_to_recordset(${written}::jsonb) as r ("evidenceId" bigint, kind text, number text)
    where exists (
      select from piece_number p
      join evidence e on e.account_id = p.account_id and e.evidence_id = p.evidence_id
        and e.file_state <> 'DELETED'
      join response o on o.account_id = e.account_id and o.response_id = e.response_id
      where p.account_id = ${accountId} and p.kind = r.kind and p.number = r.number
        and o.thirdparty_id <> ${thirdpartyId})`.execute(tx)
  return rows
}

/** Certificates of these types may name several companies of a group. */
const namesSeveral = new Set([
  'INS_LIABILITY',
  'INS_DECENNIAL',
  'ISO9001',
  'ISO14001',
  'ISO27001',
  'ISO45001',
])

export const reuseCodes = ['PIECE_REUSED', 'CODE_REUSED', 'NUMBER_REUSED'] as const

/** Of a file that came before as it is, its codes and numbers say nothing more. */
function findingsOf(seen: readonly Seen[], code: string): Finding[] {
  const weight = namesSeveral.has(code) ? ({ weight: 'LOW' } as const) : {}
  return [...new Set(seen.map(({ evidenceId }) => evidenceId))].flatMap((evidenceId) => {
    const kinds = seen.filter((one) => one.evidenceId === evidenceId).map(({ kind }) => kind)
    return reusesOf(kinds).map((found) => ({ code: found, evidenceId, ...weight }))
  })
}

function reusesOf(kinds: readonly string[]): (typeof reuseCodes)[number][] {
  if (kinds.includes('CONTENT')) return ['PIECE_REUSED']
  const isNumber = kinds.some((kind) => kind !== 'CODE')
  return [
    ...(kinds.includes('CODE') ? (['CODE_REUSED'] as const) : []),
    ...(isNumber ? (['NUMBER_REUSED'] as const) : []),
  ]
}
