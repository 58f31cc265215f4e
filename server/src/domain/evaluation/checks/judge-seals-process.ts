// Runs as a process of its own: judge-seals.ts hands it a PDF and whom to trust, and reads the verdict it prints.
import { gunzipSync } from 'node:zlib'
import { judgeFile, openTrust, type FileVerdict, type KeptTrust } from '@vigie/seals'
import { readInput, watchMemory } from './watch-memory.ts'

/** The first line of what comes in; the lists and then the file follow it. */
export interface SealsQuestion {
  /** In ISO 8601. */
  readonly now: string
  /** DER in base64. */
  readonly roots: readonly string[]
  readonly listBytes: number
}

async function main({ memoryMiB }: { memoryMiB: number }): Promise<void> {
  watchMemory(memoryMiB)
  const verdict = judge(await readInput())
  await new Promise((resolve) => process.stdout.write(JSON.stringify(verdict), resolve))
  process.exit(0)
}

function judge(input: Buffer): FileVerdict {
  const lineEnd = input.indexOf(10)
  const question = JSON.parse(input.subarray(0, lineEnd).toString('utf8')) as SealsQuestion
  const listEnd = lineEnd + 1 + question.listBytes
  const file = input.subarray(listEnd)
  const now = new Date(question.now)
  const kept =
    question.listBytes === 0
      ? null
      : (JSON.parse(gunzipSync(input.subarray(lineEnd + 1, listEnd)).toString('utf8')) as KeptTrust)
  const roots = question.roots.map((root) => Buffer.from(root, 'base64'))
  return judgeFile(file, { now, trust: openTrust(kept, roots) })
}

await main(JSON.parse(process.argv[2] ?? '{}') as { memoryMiB: number }).catch(() => process.exit(1))
