import { readFile, stat } from 'node:fs/promises'
import { judgeFile, readTrust, SealFault, unjudged, type TrustStore } from '@vigie/seals'
import { Command } from 'commander'
import { describeInspection, type Inspection } from './inspect-display.ts'
import { readTrustFiles } from './trust-files.ts'

interface Options {
  json?: boolean
  trust?: string[]
  listSigners?: string[]
}

/** As `fileBytes` of the package: nothing larger is judged, so nothing larger is read. */
const largestFile = 256 * 1024 * 1024

const afterwards = `
Exit codes: 0 every file was read and judged, whatever the verdict; 1 the command could not run, such as with a
trust file that cannot be read; 2 a file could not be opened, which is printed as REVIEW with the reason.`

/** Needs no settings and no database: whoever has a file may ask. */
export function inspectCommand(): Command {
  return new Command('inspect')
    .description('judge the seals, signatures and time-stamps of PDF files, without network or database')
    .argument('<files...>', 'PDF files')
    .option('--json', 'print one JSON object per file and line')
    .option('--trust <paths...>', 'trusted lists (XML) and root certificates: files, or folders of such')
    .option('--list-signers <paths...>', 'certificates that may sign the EU list of lists')
    .addHelpText('after', afterwards)
    .action(async (files: string[], options: Options) => {
      const trust = await openTrust(options)
      for (const file of files) {
        const inspection = await inspect(file, trust)
        process.stdout.write(
          `${options.json ? JSON.stringify(inspection) : describeInspection(inspection)}\n`,
        )
      }
    })
}

async function openTrust({ trust = [], listSigners = [] }: Options): Promise<TrustStore> {
  const files = await readTrustFiles(trust)
  const { store, problems } = readTrust({ files, listSigners: await readTrustFiles(listSigners) })
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  // Without the trust that was asked for, every verdict would be another one.
  if (problems.length > 0) throw new Error('Not all of the trust files could be used.')
  return store
}

async function inspect(file: string, trust: TrustStore): Promise<Inspection> {
  try {
    const { size } = await stat(file)
    if (size > largestFile)
      return { file, ...unjudged('REVIEW', 'The file cannot be judged: it is too large.') }
    return { file, ...judgeFile(await readFile(file), { trust }) }
  } catch (error) {
    process.exitCode = 2
    const reason =
      error instanceof SealFault ? error.message : ((error as NodeJS.ErrnoException).code ?? 'unknown')
    return { file, ...unjudged('REVIEW', `The file could not be opened (${reason}).`) }
  }
}
