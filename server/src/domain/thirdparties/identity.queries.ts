import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { formatDateTime, localKey, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from '../references/index.ts'
import type { Identity, Provenance, StatedStatus } from './identity.ts'
import { identifierColumnNames, readIdentifier, type LegalIdentifier } from './legal-identifier.ts'
import type { KnownIdentity } from './merge-identity.ts'

/** A third party as a change finds it. */
export interface LockedThirdParty extends KnownIdentity {
  readonly thirdpartyId: number
  readonly code: string | null
  readonly legalIdentifier: LegalIdentifier | null
  readonly source: 'MANAGED' | 'UNMANAGED'
  readonly identityStatus: 'PENDING' | 'COMPLETE' | 'NOT_FOUND'
  readonly isArchived: boolean
  readonly version: number
  readonly wire: string
  /** The account's time, as the wire writes it. */
  readonly now: string
}

/**
 * Locks the row: whoever comes second sees what the first made of it. Rows that only refer to the third party,
 * such as a new document of a dossier, may still be added meanwhile: their writers need not wait for us while
 * we wait for their dossier.
 */
export async function lockThirdParty(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
): Promise<LockedThirdParty | null> {
  const row = await tx
    .selectFrom('thirdparty')
    .select(['code', 'source', 'identity_status', 'archived_at', 'version', 'wire', ...identifierColumnNames])
    .select(['name', 'trade_name', 'siren', 'siret', 'vat_number', 'duns', 'lei', 'local_id', 'country_code'])
    .select('local_register')
    .select(['legal_form', 'head_office', 'naf_code', 'main_activity', 'activity_scheme', 'executives'])
    .select(['headcount', 'creation_date', 'closure_date', 'status', 'status_detail', 'status_since'])
    .select(['provenance', 'announced_status'])
    .select(sql<Date>`account_now(${scope.accountId})`.as('now'))
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    thirdpartyId,
    code: row.code,
    legalIdentifier: readIdentifier(row),
    source: row.source as LockedThirdParty['source'],
    identityStatus: row.identity_status as LockedThirdParty['identityStatus'],
    isArchived: row.archived_at !== null,
    version: row.version,
    wire: row.wire,
    now: formatDateTime(row.now),
    identity: identityOf(row),
    provenance: row.provenance as unknown as Provenance[],
    announced: row.announced_status as StatedStatus | null,
  }
}

interface IdentityRow {
  [column: string]: unknown
}

function identityOf(row: IdentityRow): Identity {
  return {
    name: row['name'],
    tradeName: row['trade_name'],
    siren: row['siren'],
    siret: row['siret'],
    vatNumber: row['vat_number'],
    duns: row['duns'],
    lei: row['lei'],
    localId: row['local_id'],
    localRegister: row['local_register'],
    countryCode: row['country_code'],
    legalForm: row['legal_form'],
    headOffice: row['head_office'],
    nafCode: row['naf_code'],
    mainActivity: row['main_activity'],
    activityScheme: row['activity_scheme'],
    executives: row['executives'],
    headcount: row['headcount'],
    creationDate: row['creation_date'],
    closureDate: row['closure_date'],
    status: row['status'],
    statusDetail: row['status_detail'],
    statusSince: row['status_since'],
  } as Identity
}

export interface Refreshable {
  /** Null for one that is known by its name alone; no register keeps it. */
  readonly identifier: LegalIdentifier | null
  readonly source: string
  readonly isArchived: boolean
}

/** What a register is asked by, read before the transaction that stores its answer. */
export async function findRefreshable(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
): Promise<Refreshable | null> {
  const row = await tx
    .selectFrom('thirdparty')
    .select([...identifierColumnNames, 'source', 'archived_at'])
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .executeTakeFirst()
  if (!row) return null
  return { identifier: readIdentifier(row), source: row.source, isArchived: row.archived_at !== null }
}

/** Another third party that is the company the register describes; two records of one company must not be. */
export async function findOther(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
  company: CompanyRecord,
): Promise<number | null> {
  const other = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '<>', thirdpartyId)
    .where((where) =>
      where.or([
        where('siren', '=', company.siren),
        where('vat_number', '=', company.vatNumber),
        where('duns', '=', company.duns),
        where('lei', '=', company.lei),
        where('local_key', '=', localKey(company)),
      ]),
    )
    .executeTakeFirst()
  return other?.thirdparty_id ?? null
}
