import { sql } from 'kysely'
import { recordSetting } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { dossierTypeFaults } from '../catalogue/catalogue-checks.ts'
import type { DocumentType, DossierType } from '../catalogue/catalogue.schema.ts'
import { storeDocumentType } from './change-document-type.ts'
import { listConfiguredDocumentTypes } from './configured-document-types.queries.ts'
import { listConfiguredDossierTypes } from './configured-types.queries.ts'
import { lockCatalogue } from './definition.ts'
import { applyLater, markPublished } from './publish-dossier-type.ts'

interface Step<Definition> {
  readonly code: string
  readonly version: number
  readonly shippedVersion: number
  readonly definition: Definition
}

export interface Upgrade {
  readonly documentTypes: readonly Step<DocumentType>[]
  readonly dossierTypes: readonly Step<DossierType>[]
  /** A newer one ships, but the account has a version, or a draft, of its own. */
  readonly kept: readonly string[]
  /** They ask for documents the account has archived. */
  readonly blocked: readonly { code: string; faults: readonly string[] }[]
}

/** What would be taken over: newer shipped versions of types that the account has not changed itself. */
export async function planUpgrade(tx: ReadTx, scope: Scope): Promise<Upgrade> {
  const shipped = await newerShipped(tx)
  const documents = await listConfiguredDocumentTypes(tx, scope)
  const dossiers = await listConfiguredDossierTypes(tx, scope)
  const documentTypes: Step<DocumentType>[] = []
  const dossierTypes: Step<DossierType>[] = []
  const unchanged: string[] = []
  for (const { code, version, asShipped, shippedVersion } of documents) {
    const newest = shipped.get(`DOCUMENT ${code}`)
    if (!newest || newest.shippedVersion <= (shippedVersion ?? 0)) continue
    if (asShipped) {
      documentTypes.push({ ...newest, version: version + 1, definition: newest.definition as DocumentType })
    } else unchanged.push(code)
  }
  for (const { code, published, draft, asShipped, shippedVersion } of dossiers) {
    const newest = shipped.get(`DOSSIER ${code}`)
    if (!newest || newest.shippedVersion <= (shippedVersion ?? 0)) continue
    if (published && !draft && asShipped) {
      const version = published.version + 1
      dossierTypes.push({ ...newest, version, definition: newest.definition as DossierType })
    } else unchanged.push(code)
  }
  const live = new Set(documents.filter(({ archived }) => !archived).map(({ code }) => code))
  const judged = dossierTypes.map((step) => ({ step, faults: dossierTypeFaults(step.definition, live) }))
  return {
    documentTypes,
    dossierTypes: judged.filter(({ faults }) => faults.length === 0).map(({ step }) => step),
    kept: unchanged,
    blocked: judged
      .filter(({ faults }) => faults.length > 0)
      .map(({ step: { code }, faults }) => ({ code, faults })),
  }
}

export async function upgradeCatalogue(
  tx: Tx,
  scope: Scope,
  { applyToOpen }: { applyToOpen: boolean },
): Promise<Upgrade> {
  await lockCatalogue(tx, scope)
  const upgrade = await planUpgrade(tx, scope)
  for (const step of upgrade.documentTypes) await storeDocumentType(tx, scope, step)
  for (const { code, version, definition, shippedVersion } of upgrade.dossierTypes) {
    await tx
      .insertInto('dossier_type_version')
      .values({
        account_id: scope.accountId,
        code,
        type_version: version,
        definition: JSON.stringify(definition),
        shipped_version: shippedVersion,
      })
      .execute()
    await markPublished(tx, scope, { code, version })
    if (applyToOpen) await applyLater(tx, scope, { code, version, isUrgent: true })
  }
  const versions = [...upgrade.documentTypes, ...upgrade.dossierTypes]
  recordSetting(tx, scope, {
    setting: 'catalogue',
    before: null,
    // A part that is empty changed nothing.
    after: versions.length > 0 ? { taken: versions.map(({ code, version }) => ({ code, version })) } : null,
  })
  return upgrade
}

async function newerShipped(tx: ReadTx) {
  const { rows } = await sql<{
    kind: string
    code: string
    shippedVersion: number
    definition: DocumentType | DossierType
  }>`
    select distinct on (kind, code) kind, code, shipped_version as "shippedVersion", definition
    from shipped_type where kind in ('DOCUMENT', 'DOSSIER') order by kind, code, shipped_version desc`.execute(
    tx,
  )
  return new Map(rows.map(({ kind, ...row }) => [`${kind} ${row.code}`, row]))
}
