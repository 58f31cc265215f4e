import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Lookup, References } from '../references/index.ts'
import { addThirdParty, askRegister } from './add-thirdparty.ts'
import { changeThirdParty, companyToAttach, type ChangeThirdParty } from './change-thirdparty.ts'
import { columnsFromIdentifier, type Identity } from './identity.ts'
import { findRefreshable } from './identity.queries.ts'
import { identifierColumns, type LegalIdentifier } from './legal-identifier.ts'
import { keepsCodesUnique } from './set-unique-codes.ts'
import type { Stored } from './store-identity.ts'
import { codeFault, findByCode, findSameCompany } from './thirdparties.queries.ts'

export interface PutByCode extends Pick<ChangeThirdParty, 'source' | 'own' | 'expectVersion'> {
  readonly code: string
  readonly identifier: LegalIdentifier | null
  readonly unmanaged: { name: string; countryCode: string } | null
  readonly allowSameName: boolean
  readonly unitIds: readonly number[]
}

/** What the registers said, each asked only if it seemed to be needed. */
export interface AskedRegisters {
  readonly lookup: Lookup<CompanyRecord> | null
  readonly company: CompanyRecord | null
}

interface PutThirdParty extends Stored {
  readonly thirdpartyId: number
  readonly isNew: boolean
}

/** What somebody else, a moment earlier with the same code, may have caused. */
const metByPut: readonly string[] = ['CODE_TAKEN', 'THIRD_PARTY_DUPLICATE', 'THIRD_PARTY_SAME_NAME']

/** Before the transaction: who is meant, and what has to be asked about it. */
export async function askForPut(
  deps: { readonly db: Db; readonly references: References },
  scope: Scope,
  { code, identifier, source }: PutByCode,
): Promise<AskedRegisters> {
  const known = await deps.db.read(scope, async (tx) => {
    if (!(await keepsCodesUnique(tx, scope))) throw new AppError('CODES_NOT_UNIQUE')
    return findMeant(tx, scope, { code, identifier })
  })
  if (known !== null) {
    const company =
      source === 'MANAGED' ? await companyToAttach(deps, scope, { thirdpartyId: known, source }) : null
    return { lookup: null, company }
  }
  return { lookup: await askRegister(deps.references, identifier), company: null }
}

/**
 * The company with this code is changed by what is given; if there is none, the company of the identifier gets the code,
 * and is added if it is not there. Whoever comes second in the same moment finds what the first one made.
 */
export async function putByCode(
  tx: Tx,
  scope: Scope,
  command: PutByCode,
  asked: AskedRegisters,
): Promise<PutThirdParty> {
  if (!(await keepsCodesUnique(tx, scope))) throw new AppError('CODES_NOT_UNIQUE')
  const known = await findMeant(tx, scope, command)
  if (known !== null) return changeKnown(tx, scope, command, { known, company: asked.company })
  try {
    return await addNew(tx, scope, command, asked)
  } catch (error) {
    const isMet = error instanceof AppError && metByPut.includes(error.code)
    const met = isMet ? await findMeant(tx, scope, command) : null
    if (met === null) throw error
    return changeKnown(tx, scope, command, { known: met, company: asked.company })
  }
}

/** The third party that code and identifier mean; throws if they mean two. */
async function findMeant(
  tx: ReadTx,
  scope: Scope,
  { code, identifier }: Pick<PutByCode, 'code' | 'identifier'>,
): Promise<number | null> {
  const [byCode = null] = await findByCode(tx, scope, code)
  if (identifier === null) return byCode
  const columns = {
    ...columnsFromIdentifier(identifier),
    ...identifierColumns(identifier),
  }
  const byIdentifier = await findSameCompany(tx, scope, columns)
  if (byCode === byIdentifier) return byCode
  const members = { codeThirdpartyId: byCode, identifierThirdpartyId: byIdentifier }
  const hasOtherCode = byIdentifier !== null && (await findCode(tx, scope, byIdentifier)) !== null
  if (byCode !== null || hasOtherCode) throw new AppError('CODE_OF_OTHER_COMPANY', {}, { members })
  return byIdentifier
}

async function findCode(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('code')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .executeTakeFirst()
  return row?.code ?? null
}

async function changeKnown(
  tx: Tx,
  scope: Scope,
  { code, source, own, unmanaged, expectVersion }: PutByCode,
  { known, company }: { readonly known: number; readonly company: CompanyRecord | null },
): Promise<PutThirdParty> {
  const taken = await codeFault(tx, scope, code)
  if (taken?.code === 'CODE_TAKEN_BY_ARCHIVED') throw taken
  const stored = await findRefreshable(tx, scope, known)
  // Said of a company that no register knows: where one does, its word counts.
  const said: Partial<Identity> = stored?.source === 'UNMANAGED' && unmanaged ? unmanaged : {}
  const changed = await changeThirdParty(tx, scope, {
    thirdpartyId: known,
    code,
    source,
    own: { ...said, ...own },
    company,
    expectVersion,
  })
  return { thirdpartyId: known, isNew: false, version: changed.version, wire: changed.wire }
}

async function addNew(
  tx: Tx,
  scope: Scope,
  command: PutByCode,
  { lookup }: AskedRegisters,
): Promise<PutThirdParty> {
  const { code, identifier, unmanaged, allowSameName, unitIds, source, own, expectVersion } = command
  // There is no version that somebody could have seen.
  expectVersion(0)
  // It was there a moment ago; whoever asks again asks its register too.
  if (lookup === null) throw new AppError('WRITE_CONFLICT')
  const added = await addThirdParty(tx, scope, {
    identifier,
    code,
    unmanaged,
    allowSameName,
    unitIds,
    lookup,
  })
  const { thirdpartyId } = added
  if (source === undefined && Object.keys(own).length === 0) return { ...added, isNew: true }
  const change = { thirdpartyId, code, source, own, company: null, expectVersion: () => undefined }
  const { version, wire } = await changeThirdParty(tx, scope, change)
  return { thirdpartyId, isNew: true, version, wire }
}
