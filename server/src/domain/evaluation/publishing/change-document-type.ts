import { sql } from 'kysely'
import { recordSetting } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { documentTypeFaults } from '../catalogue/catalogue-checks.ts'
import type { DocumentDefinition, DocumentType } from '../catalogue/catalogue.schema.ts'
import { answererOf } from '../status/document-conditions.ts'
import {
  findConfiguredDocumentType,
  listConfiguredDocumentTypes,
  dossierTypesAsking,
  type ConfiguredDocumentType,
} from './configured-document-types.queries.ts'
import { lockCatalogue, refuseFaults, sameDefinition } from './definition.ts'

const maxDocumentTypes = 1_000

/** Throws when the caller saw another state than the present one. */
type Guard = (present: ConfiguredDocumentType) => void

/** Requests that were made keep their version: only later ones ask by the new one. */
export async function putDocumentType(
  tx: Tx,
  scope: Scope,
  command: { code: string; definition: DocumentDefinition; guard: Guard },
): Promise<{ type: ConfiguredDocumentType; isNew: boolean }> {
  const { code } = command
  await lockCatalogue(tx, scope)
  const [present] = await listConfiguredDocumentTypes(tx, scope, { code })
  if (present) command.guard(present)
  const version = (present?.version ?? 0) + 1
  const definition: DocumentType = { code, version, ...command.definition }
  if (present && sameDefinition(explicit(present.definition), explicit(definition)))
    return { type: present, isNew: false }
  refuseFaults(documentTypeFaults(definition))
  if (!present) await refuseTooMany(tx, scope)
  await storeDocumentType(tx, scope, { definition, version, shippedVersion: null })
  // Every version stays in the catalogue: its number tells what it said.
  recordSetting(tx, scope, {
    setting: 'document-type',
    of: { code },
    before: present ? { typeVersion: present.version } : null,
    after: { typeVersion: version },
  })
  return { type: await findConfiguredDocumentType(tx, scope, code), isNew: !present }
}

const explicit = (type: DocumentType) => ({ ...type, answeredBy: answererOf(type) })

interface NewVersion {
  readonly definition: DocumentType
  readonly version: number
  readonly shippedVersion: number | null
}

export async function storeDocumentType(
  tx: Tx,
  scope: Scope,
  { definition, version, shippedVersion }: NewVersion,
): Promise<void> {
  const { code } = definition
  const now = sql<Date>`account_now(${scope.accountId})`
  const key = { account_id: scope.accountId, code, type_version: version }
  const members = await tx
    .insertInto('document_type_version')
    .values({ ...key, definition: JSON.stringify(definition), shipped_version: shippedVersion })
    .returning(['theme', 'kind', 'answered_by'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('document_type')
    .values({ ...key, ...members, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'code'])
        .doUpdateSet({ type_version: version, ...members, updated_at: now }),
    )
    .execute()
}

/** An archived type can no longer be asked for; what was asked stays. */
export async function archiveDocumentType(
  tx: Tx,
  scope: Scope,
  command: { code: string; archived: boolean; guard: Guard },
): Promise<ConfiguredDocumentType> {
  const { code, archived } = command
  await lockCatalogue(tx, scope)
  const present = await findConfiguredDocumentType(tx, scope, code)
  command.guard(present)
  if (present.archived === archived) return present
  const types = archived ? await dossierTypesAsking(tx, scope, code) : []
  if (types.length > 0) {
    throw new AppError('DOCUMENT_TYPE_IN_USE', { code, types: types.join(', ') }, { members: { types } })
  }
  const now = sql<Date>`account_now(${scope.accountId})`
  await tx
    .updateTable('document_type')
    .set({ archived_at: archived ? now : null, updated_at: now })
    .where('account_id', '=', scope.accountId)
    .where('code', '=', code)
    .execute()
  recordSetting(tx, scope, {
    setting: 'document-type',
    of: { code },
    before: { archived: present.archived },
    after: { archived },
  })
  return findConfiguredDocumentType(tx, scope, code)
}

async function refuseTooMany(tx: Tx, scope: Scope): Promise<void> {
  const { total } = await tx
    .selectFrom('document_type')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('account_id', '=', scope.accountId)
    .executeTakeFirstOrThrow()
  if (total >= maxDocumentTypes) throw new AppError('TYPE_LIMIT_REACHED', { max: maxDocumentTypes })
}
