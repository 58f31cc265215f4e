import { open } from 'node:fs/promises'
import { openArchive } from './open-archive.ts'
import { readRows, type ReadSheetRow } from './read-rows.ts'
import { usualLimits, WorkbookRefusal, type ReadLimits } from './refusal.ts'
import { readFacts } from './workbook-facts.ts'

export interface OpenWorkbook {
  /** Of the first sheet that is shown, which is the one that is read. */
  readonly sheetName: string
  rows(): AsyncGenerator<ReadSheetRow>
  close(): void
}

/** Opens a workbook that anybody may have made: refused with a WorkbookRefusal, or read within the limits. */
export async function openWorkbook(path: string, limits: Partial<ReadLimits> = {}): Promise<OpenWorkbook> {
  const all = { ...usualLimits, ...limits }
  await refuseOther(path)
  const archive = await openArchive(path, all)
  try {
    const facts = await readFacts(archive, all)
    return {
      sheetName: facts.sheetName,
      rows: () => readRows(archive, facts, all),
      close: () => archive.close(),
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

// The container of the old formats, and of a workbook behind a password.
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function refuseOther(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    if (bytesRead === 8 && buffer.equals(compoundFile))
      throw new WorkbookRefusal('OLD_OR_ENCRYPTED', 'it is in the old format, or behind a password')
    if (bytesRead < 4 || buffer.readUInt32LE(0) !== 0x0403_4b50)
      throw new WorkbookRefusal('UNREADABLE', 'it is no Excel workbook')
  } finally {
    await file.close()
  }
}
