import { readerOf } from '@vigie/readers'
import { sql } from 'kysely'
import { recordSetting } from '../../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../../../platform/kernel/index.ts'
import type { DocumentType } from '../../catalogue/catalogue.schema.ts'
import type { Allowed } from './reach-verdict.ts'

/** What an account lets the checks decide about answers of one document type. */
export interface CheckPolicy extends Allowed {
  readonly documentTypeCode: string
  readonly name: Record<Language, string>
  /** Of a hundred that would be accepted alone, so many go to a person. */
  readonly sampleShare: number
  /** False: the account has said nothing, and this is what holds then. */
  readonly isSet: boolean
  /** False: bank details, which a person decides whatever the account says. */
  readonly mayAccept: boolean
  /** Whether a reader knows the document; files of others always go to a person. */
  readonly isRead: boolean
  readonly version: number
}

interface Row extends Omit<CheckPolicy, 'mayAccept' | 'isRead'> {
  readonly bankDetails: boolean
}

/** By the codes of their types; archived types, and what the service answers itself, have none. */
export async function checkPolicies(
  tx: ReadTx,
  { accountId }: Scope,
  documentTypeCode: string | null = null,
): Promise<CheckPolicy[]> {
  const { rows } = await sql<Row>`
    select t.code as "documentTypeCode", v.definition -> 'name' as name,
      coalesce((v.definition -> 'bankDetails')::boolean, false) as "bankDetails",
      coalesce(p.accept, not coalesce((v.definition -> 'bankDetails')::boolean, false)) as accept,
      coalesce(p.accept_scans, false) as "acceptScans", coalesce(p.send_back, false) as "sendBack", coalesce(p.sample_share, 0) as "sampleShare",
      p.version is not null as "isSet", coalesce(p.version, 0) as version
    from document_type t
    join document_type_version v
      on v.account_id = t.account_id and v.code = t.code and v.type_version = t.type_version
    left join check_policy p on p.account_id = t.account_id and p.document_code = t.code
    where t.account_id = ${accountId} and t.code = coalesce(${documentTypeCode}, t.code)
      and t.archived_at is null and v.definition ->> 'kind' <> 'CHECK'
    order by t.code`.execute(tx)
  return rows.map(({ bankDetails, ...row }) => ({
    ...row,
    // A type may have become one of bank details since.
    accept: row.accept && !bankDetails,
    acceptScans: row.acceptScans && !bankDetails,
    mayAccept: !bankDetails,
    isRead: readerOf(row.documentTypeCode) !== undefined,
  }))
}

interface Chosen extends Pick<Allowed, 'accept' | 'sendBack'> {
  readonly acceptScans?: boolean
  readonly sampleShare?: number
}

const standardShare = 2

/** It holds for what is checked from now on. */
export async function setCheckPolicy(
  tx: Tx,
  scope: Scope,
  { documentTypeCode, chosen }: { readonly documentTypeCode: string; readonly chosen: Chosen },
  expectVersion: (version: number) => void,
): Promise<CheckPolicy> {
  await lockType(tx, scope, documentTypeCode)
  const before = await policyOf(tx, scope, documentTypeCode)
  expectVersion(before.version)
  const { accept, acceptScans = false, sendBack, sampleShare = standardShare } = chosen
  if ((accept || acceptScans) && !before.mayAccept)
    throw new AppError('CHECK_POLICY_NEEDS_PERSON', { code: documentTypeCode })
  const isSame =
    before.isSet &&
    before.accept === accept &&
    before.acceptScans === acceptScans &&
    before.sendBack === sendBack &&
    before.sampleShare === sampleShare
  if (isSame) return before
  const choice = { accept, accept_scans: acceptScans, send_back: sendBack, sample_share: sampleShare }
  const row = { ...choice, version: before.version + 1 }
  await tx
    .insertInto('check_policy')
    .values({ account_id: scope.accountId, document_code: documentTypeCode, ...row })
    .onConflict((one) => one.columns(['account_id', 'document_code']).doUpdateSet(row))
    .execute()
  const words = (policy: Allowed & { readonly sampleShare: number }) => ({
    accept: policy.accept,
    acceptScans: policy.acceptScans,
    sendBack: policy.sendBack,
    sampleShare: policy.sampleShare,
  })
  recordSetting(tx, scope, {
    setting: 'check-policy',
    of: { documentTypeCode },
    before: words(before),
    after: words({ accept, acceptScans, sendBack, sampleShare }),
  })
  return policyOf(tx, scope, documentTypeCode)
}

async function policyOf(tx: ReadTx, scope: Scope, code: string): Promise<CheckPolicy> {
  const [policy] = await checkPolicies(tx, scope, code)
  if (!policy) throw new AppError('CHECK_POLICY_NEEDS_PERSON', { code })
  return policy
}

async function lockType(tx: Tx, { accountId }: Scope, code: string): Promise<void> {
  const found = await tx
    .selectFrom('document_type')
    .select('code')
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('DOCUMENT_TYPE_NOT_FOUND', { code })
}

interface PolicyInForce extends Allowed {
  readonly sampleShare: number
  readonly sampleKey: Uint8Array
}

/** What holds where the account has said nothing about the type: its one switch, as before there were policies. */
const silent: PolicyInForce = {
  accept: true,
  acceptScans: false,
  sendBack: false,
  sampleShare: 0,
  sampleKey: new Uint8Array(32),
}
const nothing: PolicyInForce = { ...silent, accept: false }

/** What the checks may do now. The account's switch (`autoAccept`) stands above every policy. */
export async function policyInForce(
  tx: ReadTx,
  { accountId }: Scope,
  { code }: Pick<DocumentType, 'code'>,
  autoAccept: boolean,
): Promise<PolicyInForce> {
  if (!autoAccept) return nothing
  const chosen = await tx
    .selectFrom('check_policy')
    .select(['accept', 'accept_scans as acceptScans', 'send_back as sendBack'])
    .select(['sample_share as sampleShare', 'sample_key as sampleKey'])
    .where('account_id', '=', accountId)
    .where('document_code', '=', code)
    .executeTakeFirst()
  return chosen ?? silent
}
