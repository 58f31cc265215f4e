import { recordSetting } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { dossierTypeFaults } from '../catalogue/catalogue-checks.ts'
import type { DossierDefinition, DossierType } from '../catalogue/catalogue.schema.ts'
import { liveDocumentCodes } from './configured-document-types.queries.ts'
import {
  findConfiguredDossierType,
  listConfiguredDossierTypes,
  type ConfiguredDossierType,
} from './configured-types.queries.ts'
import { lockCatalogue, refuseFaults, sameDefinition } from './definition.ts'
import { approvalPartyFaults } from './step-faults.ts'

const maxDossierTypes = 200

interface Command {
  readonly code: string
  readonly definition: DossierDefinition
  /** Throws when the caller saw another state. */
  readonly guard: (present: ConfiguredDossierType) => void
}

/** Writes a draft: nothing is asked by it before it is published. A draft is replaced by a newer one. */
export async function putDossierType(
  tx: Tx,
  scope: Scope,
  command: Command,
): Promise<{ type: ConfiguredDossierType; isNew: boolean }> {
  const { code } = command
  await lockCatalogue(tx, scope)
  const [present] = await listConfiguredDossierTypes(tx, scope, code)
  if (present) command.guard(present)
  const latest = present && (present.draft ?? present.published)
  const version = (latest?.version ?? 0) + 1
  const definition: DossierType = { code, version, ...command.definition }
  if (present && latest && sameDefinition(latest.definition, definition)) {
    return { type: present, isNew: false }
  }
  refuseFaults([
    ...dossierTypeFaults(definition, await liveDocumentCodes(tx, scope)),
    ...(await approvalPartyFaults(tx, scope, definition)),
  ])
  if (!present && (await listConfiguredDossierTypes(tx, scope)).length >= maxDossierTypes) {
    throw new AppError('TYPE_LIMIT_REACHED', { max: maxDossierTypes })
  }
  await tx
    .insertInto('dossier_type_version')
    .values({
      account_id: scope.accountId,
      code,
      type_version: version,
      definition: JSON.stringify(definition),
    })
    .execute()
  recordSetting(tx, scope, {
    setting: 'dossier-type',
    of: { code },
    before: { draft: present?.draft?.version ?? null },
    after: { draft: version },
  })
  return { type: await findConfiguredDossierType(tx, scope, code), isNew: !present }
}
