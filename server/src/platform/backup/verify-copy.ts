import { createHash } from 'node:crypto'
import { BackupFault, DamagedCopy } from './backup-fault.ts'
import { readFileList, type CopiedFile } from './file-list.ts'
import type { ChainMark, CopiedTable, Manifest } from './manifest.ts'
import type { NameSet } from './name-set.ts'
import { readContents, readNamedRows } from './read-table.ts'
import type { BackupTarget } from './target.ts'
import { verifyChains, type ChainVerdict } from './verify-chains.ts'

/** The tables of the two journals: read once, by whoever recomputes the chains. */
const chainTables = new Set([
  'event',
  'event_detail',
  'journal_head',
  'journal_checkpoint',
  'administration_event',
  'administration_head',
  'administration_checkpoint',
])

export interface VerifyOptions {
  /** Which files are read and compared with their digests; of the others it is seen that they are there. */
  readonly files: 'all' | 'none' | ReadonlySet<string>
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, detail: string) => void
}

export interface CopyVerdict {
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly filesRead: number
  readonly chains: readonly ChainVerdict[]
  /** One sentence each; none means that all is well. */
  readonly faults: readonly string[]
}

const mostFaults = 50

/** Proves that a copy is whole: every content, the numbers of rows, the chains with their checkpoints, the files. */
export async function verifyCopy(
  target: BackupTarget,
  manifest: Manifest,
  options: VerifyOptions,
): Promise<CopyVerdict> {
  const run = new Verification(target, manifest, options)
  return run.verify()
}

class Verification {
  readonly #target: BackupTarget
  readonly #manifest: Manifest
  readonly #options: VerifyOptions
  readonly #faults: string[] = []
  #rows = 0
  #filesRead = 0

  constructor(target: BackupTarget, manifest: Manifest, options: VerifyOptions) {
    this.#target = target
    this.#manifest = manifest
    this.#options = options
  }

  async verify(): Promise<CopyVerdict> {
    const { tables, files } = this.#manifest
    const there = await this.#target.listNames()
    for (const table of tables) {
      if (!isOfChains(table)) await this.#telling(() => this.#drain(table))
    }
    const chains = (await this.#telling(() => this.#walkChains())) ?? []
    this.#compareMarks(chains)
    await this.#telling(() => this.#verifyFiles(there))
    return {
      tables: tables.length,
      rows: this.#rows,
      files: files.count,
      filesRead: this.#filesRead,
      chains,
      faults: this.#faults,
    }
  }

  /** What is damaged is told, and the rest is looked at nevertheless. */
  async #telling<T>(part: () => Promise<T>): Promise<T | null> {
    this.#options.signal?.throwIfAborted()
    try {
      return await part()
    } catch (error) {
      if (!(error instanceof DamagedCopy)) throw error
      this.#tell(error.message)
      return null
    }
  }

  #tell(sentence: string): void {
    if (this.#faults.length < mostFaults) this.#faults.push(sentence)
    else if (this.#faults.length === mostFaults) this.#faults.push('There is more.')
  }

  async #drain(table: CopiedTable): Promise<void> {
    for await (const _content of readContents(this.#target, table)) {
      this.#options.signal?.throwIfAborted()
      this.#options.onProgress?.(this.#rows, table.name)
    }
    this.#rows += table.rows
  }

  #walkChains(): Promise<ChainVerdict[]> {
    const byName = new Map(
      this.#manifest.tables.filter(isOfChains).map((table) => [table.name, table] as const),
    )
    return verifyChains((name) => this.#readChain(name, byName.get(name)))
  }

  async *#readChain(name: string, table: CopiedTable | undefined) {
    if (!table) throw new BackupFault(`The copy has no table ${name}.`)
    for await (const rows of readNamedRows(this.#target, table)) {
      this.#options.signal?.throwIfAborted()
      this.#rows += rows.length
      this.#options.onProgress?.(this.#rows, name)
      yield rows
    }
  }

  /** What was noted when the copy was made is what its rows lead to. */
  #compareMarks(chains: readonly ChainVerdict[]): void {
    const { heads, checkpoints } = this.#manifest
    for (const { accountId, chain, breach } of chains) {
      if (breach)
        this.#tell(`${nameOf({ accountId, chain })} breaks at ${breach.brokenSeq}: ${breach.fault}.`)
    }
    const found = new Map(chains.map((one) => [nameOf(one), one]))
    for (const head of heads) {
      const one = found.get(nameOf(head))
      if (head.seq > 0 && !one?.breach && (one?.seq !== head.seq || one.hash !== head.hash)) {
        this.#tell(`${nameOf(head)} does not end where the copy says it does.`)
      }
    }
    for (const mark of checkpoints) {
      const one = found.get(nameOf(mark))
      if (!one?.breach && one?.agreed !== mark.seq) {
        this.#tell(`${nameOf(mark)} was not compared with its newest checkpoint.`)
      }
    }
  }

  async #verifyFiles(there: NameSet): Promise<void> {
    const { files: wanted } = this.#options
    const { files } = this.#manifest
    const sum = { count: 0, bytes: 0, missing: 0 }
    for await (const file of readFileList(this.#target, files)) {
      this.#options.signal?.throwIfAborted()
      if (file.size === null) {
        sum.missing += 1
        continue
      }
      sum.count += 1
      sum.bytes += file.size
      const isRead = wanted === 'all' || (wanted !== 'none' && wanted.has(file.key))
      if (isRead) await this.#telling(() => this.#readFile(file))
      else if (!file.pieces.every((piece) => there.has(piece))) this.#tell(`File ${file.key} is not whole.`)
      this.#options.onProgress?.(sum.count, 'files')
    }
    if (sum.count !== files.count || sum.bytes !== files.bytes || sum.missing !== files.missing) {
      this.#tell(`The copy has ${sum.count} files instead of ${files.count}.`)
    }
  }

  async #readFile(file: CopiedFile): Promise<void> {
    const digest = createHash('sha256')
    let size = 0
    for (const piece of file.pieces) {
      const content = await this.#target.get(piece)
      digest.update(content)
      size += content.length
    }
    this.#filesRead += 1
    if (size !== file.size || digest.digest('hex') !== file.sha256) {
      throw new DamagedCopy(`File ${file.key} is not what was copied.`)
    }
  }
}

const isOfChains = ({ schema, name }: CopiedTable) => schema === 'vigie' && chainTables.has(name)

function nameOf({ accountId, chain }: Pick<ChainMark, 'accountId' | 'chain'>): string {
  const journal = chain === 'EVENTS' ? 'The journal' : 'The administration journal'
  return accountId === 0 ? 'The operator’s journal' : `${journal} of account ${accountId}`
}
