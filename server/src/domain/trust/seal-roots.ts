import { describeCertificate, SealFault, type CertificateFacts } from '@vigie/seals'
import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type AccountScope, type Scope } from '../../platform/kernel/index.ts'

export interface SealRoot {
  readonly rootId: number
  /** SHA-256 in hexadecimal. */
  readonly fingerprint: string
  readonly subject: string
  readonly issuer: string
  readonly isAuthority: boolean
  readonly notBefore: Date
  readonly notAfter: Date
  readonly addedBy: { readonly type: string; readonly id: number | null }
  readonly addedAt: Date
}

/** Far more than anybody could answer for. */
const mostRoots = 50

export async function sealRoots(tx: ReadTx, { accountId }: AccountScope): Promise<SealRoot[]> {
  const { rows } = await sql<SealRoot>`
    select root_id as "rootId", encode(fingerprint, 'hex') as fingerprint, holder as subject, issuer,
      is_authority as "isAuthority", not_before as "notBefore", not_after as "notAfter",
      jsonb_build_object('type', added_by_type, 'id', added_by) as "addedBy", added_at as "addedAt"
    from seal_root where account_id = ${accountId} order by holder, root_id`.execute(tx)
  return rows
}

/** In an account by its own clock. Whoever adds another one at the same moment waits. */
export async function addSealRoot(tx: Tx, scope: Scope, pem: string): Promise<SealRoot> {
  const facts = readRoot(pem)
  const { accountId, actor } = scope
  await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const known = await sealRoots(tx, scope)
  if (known.some(({ fingerprint }) => fingerprint === facts.fingerprint))
    throw new AppError('SEAL_ROOT_KNOWN', { subject: nameIn(facts.subject) })
  if (known.length >= mostRoots) throw new AppError('SEAL_ROOTS_TOO_MANY', { most: mostRoots })
  const { root_id: rootId } = await tx
    .insertInto('seal_root')
    .values({
      account_id: accountId,
      fingerprint: Buffer.from(facts.fingerprint, 'hex'),
      certificate: facts.der,
      holder: nameIn(facts.subject),
      issuer: nameIn(facts.issuer),
      is_authority: facts.isAuthority,
      not_before: facts.notBefore,
      not_after: facts.notAfter,
      added_by_type: actor.type,
      added_by: actor.id,
      added_at: sql<Date>`account_now(${accountId})`,
    })
    .returning('root_id')
    .executeTakeFirstOrThrow()
  recordRoot(tx, scope, 'SEAL_ROOT_ADDED', { rootId, fingerprint: facts.fingerprint })
  return requireRoot(tx, scope, rootId)
}

/** Verdicts that were given stay; what is checked from now on is judged without it. */
export async function removeSealRoot(tx: Tx, scope: Scope, rootId: number): Promise<void> {
  const { fingerprint } = await requireRoot(tx, scope, rootId)
  await tx
    .deleteFrom('seal_root')
    .where('account_id', '=', scope.accountId)
    .where('root_id', '=', rootId)
    .execute()
  recordRoot(tx, scope, 'SEAL_ROOT_REMOVED', { rootId, fingerprint })
}

async function requireRoot(tx: ReadTx, scope: AccountScope, rootId: number): Promise<SealRoot> {
  const root = (await sealRoots(tx, scope)).find((one) => one.rootId === rootId)
  if (!root) throw new AppError('SEAL_ROOT_NOT_FOUND', { rootId })
  return root
}

function readRoot(pem: string): CertificateFacts {
  try {
    return describeCertificate(pem)
  } catch (error) {
    if (!(error instanceof SealFault)) throw error
    throw new AppError('SEAL_ROOT_INVALID', {}, { cause: error })
  }
}

/** The name alone may be a person's; what it is called among others is kept in the table only. */
function recordRoot(
  tx: Tx,
  scope: Scope,
  name: 'SEAL_ROOT_ADDED' | 'SEAL_ROOT_REMOVED',
  root: { readonly rootId: number; readonly fingerprint: string },
): void {
  const side = name === 'SEAL_ROOT_ADDED' ? 'after' : 'before'
  recordAdministration(tx, scope, {
    name,
    subject: { type: 'ACCOUNT', id: scope.accountId },
    [side]: { rootId: root.rootId, fingerprint: root.fingerprint },
  })
}

function nameIn({ name, organisation, country }: CertificateFacts['subject']): string {
  const house = organisation === name ? null : organisation
  return [name, house, country].filter((part) => part !== null && part !== '').join(', ') || '–'
}
