import { Type, type Static } from 'typebox'
import { nullable } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { ResolvedHeading } from './headings.ts'
import type { ImportFormat } from './import.ts'
import { readSample } from './read-sample.ts'
import type { Spooled } from './spool-upload.ts'

export const ImportPreview = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        heading: Type.String({ description: 'As the file calls it.' }),
        field: nullable(
          Type.String({ description: 'What it is taken for: a field of ours, or `attribute.CODE`.' }),
        ),
        use: Type.Enum(['FIELD', 'ATTRIBUTE', 'IGNORED', 'UNKNOWN'], {
          description: 'An import is refused while a column is UNKNOWN: map it to a field or to null.',
        }),
        samples: Type.Array(Type.String(), { description: 'Its first cells.' }),
      }),
    ),
    fields: Type.Array(
      Type.Object({
        field: Type.String(),
        label: nullable(Type.String({ description: 'Of an attribute.' })),
      }),
      { description: 'What a column can be mapped to.' },
    ),
  },
  { title: 'ImportPreview' },
)

export type ImportPreview = Static<typeof ImportPreview>

const sampleLength = 100

/** What each column of a file would be taken for, with its first cells. */
export async function previewColumns(
  { path, byteCount }: Spooled,
  format: ImportFormat,
  resolve: (headings: readonly string[]) => readonly ResolvedHeading[],
): Promise<ImportPreview['columns']> {
  if (format === 'NDJSON' || byteCount === 0) throw new AppError('IMPORT_EMPTY')
  const { headings, rows } = await readSample(path, format)
  return resolve(headings).map(({ heading, field, use }, nth) => ({
    heading,
    field,
    use,
    samples: rows.map((row) => (row[nth] ?? '').slice(0, sampleLength)).filter((text) => text !== ''),
  }))
}
