import type { FileKind } from '../../viewer/messages.ts'

const byType: Readonly<Record<string, FileKind>> = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'text/plain': 'text',
  'text/csv': 'table',
}

const byEnding: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  jpe: 'image',
  gif: 'image',
  webp: 'image',
  txt: 'text',
  csv: 'table',
}

/** How a file can be shown; null: only with a program of its own. */
export function fileKind(name: string, mimeType?: string | null): FileKind | null {
  const type = mimeType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return byType[type] ?? byEnding[ending] ?? null
}
