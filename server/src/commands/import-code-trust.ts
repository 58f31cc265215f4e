import { Command } from 'commander'
import { importCodeTrust, TrustImportError, type CodeTrustImport } from '../domain/trust/index.ts'
import type { Db } from '../platform/db/index.ts'
import { readTrustFiles } from './trust-files.ts'

export interface ImportCodeTrustDeps {
  open(): Promise<{ db: Db; close(): Promise<void> }>
}

interface Options {
  listSigners: string[]
  force?: boolean
  json?: boolean
}

export function importCodeTrustCommand(deps: ImportCodeTrustDeps): Command {
  return new Command('import-code-trust')
    .description('import who may sign the codes on pieces (2D-Doc), so that they are judged in every account')
    .argument(
      '<files...>',
      'the list of authorities (XML) and their certificates (PEM, DER or PKCS #7) and lists of revoked ones (DER), all of them each time; or folders',
    )
    .requiredOption('--list-signers <paths...>', 'certificates that may sign the list of authorities')
    .option('--force', 'take a list that is older than the one in force')
    .option('--json', 'print JSON')
    .action(async (paths: string[], { listSigners, force = false, json }: Options) => {
      const offered = {
        files: await readTrustFiles(paths),
        listSigners: await readTrustFiles(listSigners),
        force,
      }
      const context = await deps.open()
      try {
        const report = await importCodeTrust(context.db, offered)
        process.stdout.write(`${json ? JSON.stringify(report) : describe(report)}\n`)
      } catch (error) {
        if (!(error instanceof TrustImportError)) throw error
        process.stderr.write(`${error.message}\n`)
        process.exitCode = 1
      } finally {
        await context.close()
      }
    })
}

const dayOf = (time: string) => time.slice(0, 10)

function describe({ outcome, version, list, leftOut, revoked }: CodeTrustImport): string {
  const { country, sequence, issuedAt, nextUpdate, services, authorities } = list
  const next = nextUpdate === null ? 'no further one' : `next by ${dayOf(nextUpdate)}`
  const isLate = nextUpdate !== null && new Date(nextUpdate) < new Date()
  return [
    `${country}: number ${sequence}, issued ${dayOf(issuedAt)}, ${next}, authorities ${authorities.join(', ')}`,
    outcome === 'UNCHANGED'
      ? `This list is in force already, as version ${version}.`
      : `It is in force as version ${version}, with ${services} certificates that may sign codes.`,
    ...(revoked > 0 ? [`${revoked} of them were revoked: what they signed is not judged.`] : []),
    ...(leftOut > 0
      ? [
          `${leftOut} certificates were left out: no authority of the list vouches for them, or codes cannot name them.`,
        ]
      : []),
    ...(isLate ? [`It had to be replaced by ${dayOf(nextUpdate)}: codes are not judged until it is.`] : []),
  ].join('\n')
}
