// Runs as a process of its own: pdf-text.ts hands it a PDF on standard input and reads the JSON it prints.
import { readContent, type PdfReadingLimits } from './pdf-content.ts'
import { readInput, watchMemory } from './watch-memory.ts'

async function main(limits: PdfReadingLimits): Promise<void> {
  watchMemory(limits.memoryMiB)
  const content = await readContent(await readInput(), limits)
  await new Promise((resolve) => process.stdout.write(JSON.stringify(content), resolve))
  process.exit(0)
}

await main(JSON.parse(process.argv[2] ?? '{}') as PdfReadingLimits).catch(() => process.exit(1))
