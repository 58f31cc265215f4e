import type pg from 'pg'
import { ChunkCutter } from './cut-chunks.ts'
import { copyOut } from './copy-stream.ts'
import { Lanes } from './lanes.ts'
import type { CopiedTable } from './manifest.ts'
import { copyStatement, type TablePlan } from './snapshot.ts'
import type { BackupTarget } from './target.ts'

const lanes = 4

/** Stores what is cut, in the background, and remembers names in order. */
export class ChunkWriter {
  readonly names: string[] = []
  bytes = 0
  objects = 0
  added = 0
  readonly #target: BackupTarget
  readonly #cutter = new ChunkCutter()
  readonly #lanes = new Lanes(lanes)

  constructor(target: BackupTarget) {
    this.#target = target
  }

  async take(rows: readonly Buffer[]): Promise<void> {
    for (const row of rows) {
      const chunk = this.#cutter.take(row)
      if (chunk) await this.#store(chunk)
    }
  }

  async end(): Promise<void> {
    const rest = this.#cutter.end()
    if (rest) await this.#store(rest)
    await this.#lanes.end()
  }

  async #store(chunk: Buffer): Promise<void> {
    const nth = this.names.push('') - 1
    this.bytes += chunk.length
    await this.#lanes.add(async () => {
      const { name, added } = await this.#target.put(chunk, { compress: true })
      this.names[nth] = name
      if (added > 0) this.objects += 1
      this.added += added
    })
  }
}

export interface CopyTablesOptions {
  readonly plans: readonly TablePlan[]
  readonly signal: AbortSignal
  readonly onProgress: (table: string, rows: number) => void
}

export async function copyTables(
  client: pg.Client,
  target: BackupTarget,
  { plans, signal, onProgress }: CopyTablesOptions,
): Promise<{ tables: CopiedTable[]; objects: number; added: number }> {
  const tables: CopiedTable[] = []
  const sum = { objects: 0, added: 0, rows: 0 }
  for (const plan of plans) {
    const writer = new ChunkWriter(target)
    const rows = await copyOut(client, copyStatement(plan), async (some) => {
      signal.throwIfAborted()
      await writer.take(some)
      sum.rows += some.length
      onProgress(plan.name, sum.rows)
    })
    await writer.end()
    const { schema, name, columns } = plan
    tables.push({ schema, name, columns, rows, bytes: writer.bytes, chunks: writer.names })
    sum.objects += writer.objects
    sum.added += writer.added
  }
  return { tables, objects: sum.objects, added: sum.added }
}
