import { knownCertificate, type CodeTrust, type KnownCertificate } from '@vigie/codes'
import { sql } from 'kysely'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import type { ListFacts, TrustVersion } from './trust-lists.queries.ts'

/** The list of authorities for codes; as a service counts each certificate that they vouch for. */
export interface CodeListFacts extends ListFacts {
  readonly authorities: readonly string[]
}

export interface CodeTrustVersion extends TrustVersion {
  readonly lists: readonly CodeListFacts[]
}

/** What counts now; null until an operator has imported it. */
export async function newestCodeTrust(tx: ReadTx): Promise<(CodeTrustVersion & { digest: Buffer }) | null> {
  const { rows } = await sql<CodeTrustVersion & { digest: Buffer }>`
    select version, lists, imported_at as "importedAt", digest from code_trust_version
    order by version desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The same for whoever looks at the installation as a whole. */
export function codeTrustInForce(db: Db): Promise<CodeTrustVersion | null> {
  return db.system((tx) => newestCodeTrust(tx))
}

/** What a code says of who signed it. */
export interface NamedCertificate {
  readonly authority: string
  readonly certificate: string
}

export interface CodeTrustInForce {
  readonly version: number | null
  readonly list: CodeTrust['list']
  /** Those that go by this name, and whom they name. */
  readonly certificatesOf: (named: NamedCertificate) => readonly (KnownCertificate & { holder: string })[]
}

interface Row {
  readonly authority: string
  readonly name: string
  readonly publicKey: Buffer
  readonly holder: string
  readonly from: Date
  readonly until: Date
  readonly isRevoked: boolean
}

/** What these codes are judged with: of thousands of certificates those that they name. */
export async function codeTrustOf(tx: ReadTx, named: readonly NamedCertificate[]): Promise<CodeTrustInForce> {
  const trust = await newestCodeTrust(tx)
  if (trust === null) return { version: null, list: null, certificatesOf: () => [] }
  const { version, lists } = trust
  const { rows } = await sql<Row>`
    select c.authority, c.name, c.public_key as "publicKey", c.holder, c.valid_from as "from",
      c.valid_until as "until", c.is_revoked as "isRevoked"
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n (authority text, certificate text)
    join code_trust_certificate c on c.version = ${version} and c.authority = n.authority
      and c.name = n.certificate
    order by c.valid_from`.execute(tx)
  const [end] = lists.flatMap(({ nextUpdate }) => nextUpdate ?? []).toSorted()
  return {
    version,
    list: {
      nextUpdate: end === undefined ? null : new Date(end),
      authorities: new Set(lists.flatMap(({ authorities }) => authorities)),
    },
    certificatesOf: ({ authority, certificate }) =>
      rows
        .filter((row) => row.authority === authority && row.name === certificate)
        .map((row) => ({ ...knownCertificate(row), holder: row.holder })),
  }
}
