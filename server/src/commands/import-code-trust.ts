import { Command } from 'commander'
import { importCodeTrust, type CodeTrustImport } from '../domain/trust/index.ts'
import { runTrustImport, type TrustImportDeps, type TrustImportOptions } from './trust-files.ts'

export function importCodeTrustCommand(deps: TrustImportDeps): Command {
  return new Command('import-code-trust')
    .description('import who may sign the codes on pieces (2D-Doc), so that they are judged in every account')
    .argument(
      '<files...>',
      'the list of authorities (XML) and their certificates (PEM, DER or PKCS #7) and lists of revoked ones (DER), all of them each time; or folders',
    )
    .requiredOption('--list-signers <paths...>', 'certificates that may sign the list of authorities')
    .option('--force', 'take a list that is older than the one in force')
    .option('--json', 'print JSON')
    .action((paths: string[], options: TrustImportOptions) =>
      runTrustImport(deps, paths, options, { importFiles: importCodeTrust, describe }),
    )
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
