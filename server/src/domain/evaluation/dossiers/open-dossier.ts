import type { Tx } from '../../../platform/db/index.ts'
import { AppError, requireDay, type Scope } from '../../../platform/kernel/index.ts'
import { requireThirdParty } from '../../thirdparties/index.ts'
import { listPublishedTypes } from './dossier-types.queries.ts'
import type { OwnFields } from './dossier.schema.ts'
import { alreadyOpen, findOpenDossier } from './dossiers.queries.ts'
import { openDossiers, type Opening } from './open-dossiers.ts'
import { refuseRepeated } from './require-documents.ts'

interface OpenDossier {
  readonly thirdpartyId: number
  readonly typeCode: string
  readonly own: OwnFields
  /** Pieces beyond those of the type, which must be open for that. */
  readonly requiredDocuments: readonly string[]
}

/** One dossier, because somebody asks for it. */
export async function openDossier(tx: Tx, scope: Scope, command: OpenDossier): Promise<number> {
  const { thirdpartyId, typeCode, own, requiredDocuments } = command
  await requireThirdParty(tx, scope, thirdpartyId)
  const types = await listPublishedTypes(tx, scope, [typeCode])
  if (requiredDocuments.length > 0 && types.get(typeCode)?.definition.typed) {
    throw new AppError('DOSSIER_REQUIREMENTS_FIXED', { dossierId: typeCode })
  }
  refuseRepeated(requiredDocuments)
  const [opened] = await openDossiers(tx, scope, [
    { ...openingOf(own), thirdpartyId, typeCode, origin: 'ON_DEMAND', furtherDocuments: requiredDocuments },
  ])
  if (opened) return opened.dossierId
  const existing = await findOpenDossier(tx, scope, { thirdpartyId, typeCode })
  // Archived between our two looks: asked again, it opens.
  if (existing === null) throw new AppError('WRITE_CONFLICT')
  throw alreadyOpen(existing)
}

/** What the caller says of it; the rest is left to the type. */
export function openingOf(
  own: OwnFields,
): Omit<Opening, 'thirdpartyId' | 'typeCode' | 'origin' | 'furtherDocuments'> {
  const { reference = null, description = null, expirationDate = null, dueDate = null } = own
  return { reference, description, expirationDate, dueDate, ruleId: null, renews: null, dueDays: null }
}

/** Days that do not exist are refused before anything is looked at. */
export function requireDays({ expirationDate, dueDate }: OwnFields): void {
  requireDay({ pointer: '/expirationDate' }, expirationDate)
  requireDay({ pointer: '/dueDate' }, dueDate)
}
