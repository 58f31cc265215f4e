import { Command } from 'commander'
import { importTrust, type TrustImport } from '../domain/trust/index.ts'
import { runTrustImport, type TrustImportDeps, type TrustImportOptions } from './trust-files.ts'

export function importTrustCommand(deps: TrustImportDeps): Command {
  return new Command('import-trust')
    .description('import EU trusted lists, so that the seals of files are judged by them in every account')
    .argument(
      '<files...>',
      'the EU list of lists and national lists (XML), all of them each time; or folders',
    )
    .requiredOption(
      '--list-signers <paths...>',
      'certificates that may sign the EU list of lists, as the Official Journal prints them',
    )
    .option('--force', 'take lists that are older than those in force')
    .option('--json', 'print JSON')
    .action((paths: string[], options: TrustImportOptions) =>
      runTrustImport(deps, paths, options, { importFiles: importTrust, describe }),
    )
}

const dayOf = (time: string) => time.slice(0, 10)

function describe({ outcome, version, lists, services, staleFrom }: TrustImport): string {
  const lines = lists.map(({ country, sequence, issuedAt, nextUpdate, services: own }) => {
    const next = nextUpdate === null ? 'no further one' : `next by ${dayOf(nextUpdate)}`
    return `${country}: number ${sequence}, issued ${dayOf(issuedAt)}, ${next}, ${own} services`
  })
  lines.push(
    outcome === 'UNCHANGED'
      ? `These lists are in force already, as version ${version}.`
      : `${lists.length} lists with ${services} services are in force as version ${version}.`,
  )
  if (staleFrom !== null) {
    lines.push(
      new Date(staleFrom) < new Date()
        ? `One of them had to be replaced by ${dayOf(staleFrom)}: signers it vouches for stay UNKNOWN until it is.`
        : `Import newer ones before ${dayOf(staleFrom)}.`,
    )
  }
  return lines.join('\n')
}
