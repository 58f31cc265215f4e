import { Type } from 'typebox'
import { dateTimeSchema, nullable, namedObject } from '../../../platform/http/index.ts'
import { formatDateTime, themeCodes } from '../../../platform/kernel/index.ts'
import { DossierDefinitionSchema } from '../catalogue/catalogue.schema.ts'
import type { ConfiguredDossierType, TypeVersion, versionsOf } from './configured-types.queries.ts'
import { shippedState, editablePart } from './definition.ts'

export const codeParams = Type.Object({
  code: Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', minLength: 2, maxLength: 60 }),
})

const summaryFields = {
  code: Type.String({ examples: ['VIGILANCE'] }),
  version: nullable(Type.Integer({ description: 'The published version; null before the first.' })),
  draftVersion: nullable(Type.Integer()),
  archived: Type.Boolean(),
  asShipped: Type.Boolean({ description: 'What is published is what shipped.' }),
  shippedVersion: nullable(Type.Integer({ description: 'The last shipped version that was taken over.' })),
  newestShippedVersion: nullable(Type.Integer()),
  newerShipped: Type.Boolean(),
  openDossiers: Type.Integer(),
}

export const DossierTypeSummary = namedObject('DossierTypeRow', {
  ...summaryFields,
  label: Type.Object({ fr: Type.String(), en: Type.String() }),
  typed: Type.Boolean({ description: 'The list of documents is fixed.' }),
  themes: Type.Array(Type.Enum([...themeCodes])),
})

const Version = namedObject('DossierTypeContent', {
  version: Type.Integer(),
  definition: DossierDefinitionSchema,
})

export const DossierTypeRecord = Type.Object(
  {
    ...summaryFields,
    published: nullable(Version),
    draft: nullable(Version),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        shippedVersion: nullable(Type.Integer()),
        createdAt: dateTimeSchema,
        publishedAt: nullable(dateTimeSchema),
      }),
      { description: 'The newest first, at most 100.' },
    ),
  },
  { title: 'DossierType' },
)

const Asked = Type.Object({ code: Type.String() }, { additionalProperties: true })
export const DifferenceRecord = namedObject('DossierTypeDifference', {
  publishedVersion: nullable(Type.Integer()),
  draftVersion: Type.Integer(),
  documents: Type.Object({
    added: Type.Array(Asked),
    removed: Type.Array(Asked),
    changed: Type.Array(Type.Object({ code: Type.String(), before: Asked, after: Asked })),
  }),
  fields: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
    description: 'Everything beside the documents that differs.',
  }),
})

const codes = Type.Array(Type.String())
export const PublicationRecord = namedObject('DossierTypePublication', {
  code: Type.String(),
  version: Type.Integer(),
  dryRun: Type.Boolean(),
  openDossiers: Type.Integer(),
  changedDossiers: Type.Integer(),
  documentsAdded: Type.Integer(),
  documentsStopped: Type.Integer(),
  documentsChanged: Type.Integer(),
  application: Type.Enum(['NONE', 'DONE', 'BY_JOB'], {
    description: 'BY_JOB: open dossiers follow within moments, in batches.',
  }),
  dossiers: Type.Array(
    Type.Object({
      dossierId: Type.Integer(),
      thirdpartyId: Type.Integer(),
      name: nullable(Type.String()),
      added: codes,
      stopped: codes,
      changed: codes,
    }),
    { description: 'The first 100 that change.' },
  ),
})

const Taken = Type.Object({ code: Type.String(), version: Type.Integer(), shippedVersion: Type.Integer() })
export const UpgradeRecord = namedObject('CatalogueUpgrade', {
  dryRun: Type.Boolean(),
  documentTypes: Type.Array(Taken),
  dossierTypes: Type.Array(Taken),
  kept: Type.Array(Type.String(), { description: 'The account has its own version of these.' }),
  blocked: Type.Array(Type.Object({ code: Type.String(), faults: Type.Array(Type.String()) })),
})

export function dossierTypeSummary(type: ConfiguredDossierType) {
  const { published, draft, shippedVersion, newestShippedVersion, ...rest } = type
  return {
    ...rest,
    version: published?.version ?? null,
    draftVersion: draft?.version ?? null,
    ...shippedState(shippedVersion, newestShippedVersion),
  }
}

const versionRecord = (one: TypeVersion | null) =>
  one && { version: one.version, definition: editablePart(one.definition) }

export function dossierTypeRecord(
  type: ConfiguredDossierType,
  versions: Awaited<ReturnType<typeof versionsOf>>,
) {
  return {
    ...dossierTypeSummary(type),
    published: versionRecord(type.published),
    draft: versionRecord(type.draft),
    versions: versions.map((row) => ({
      version: row.type_version,
      shippedVersion: row.shipped_version,
      createdAt: formatDateTime(row.created_at),
      publishedAt: row.published_at && formatDateTime(row.published_at),
    })),
  }
}
