import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refusalCodes } from '@vigie/inspect'
import { listSources } from '@vigie/watchlists'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { accountCommand } from '../../src/commands/account.ts'
import { administrationCommand } from '../../src/commands/administration.ts'
import { completionCommand } from '../../src/commands/completion.ts'
import { backupCommand } from '../../src/commands/backup.ts'
import { clientCommand } from '../../src/commands/client.ts'
import { importBanksCommand } from '../../src/commands/import-banks.ts'
import { importCodeTrustCommand } from '../../src/commands/import-code-trust.ts'
import { importTrustCommand } from '../../src/commands/import-trust.ts'
import { importListCommand } from '../../src/commands/import-list.ts'
import { importPortfolioCommand } from '../../src/commands/import-portfolio.ts'
import { importRegisterCommand } from '../../src/commands/import-register.ts'
import { journalCommand } from '../../src/commands/journal.ts'
import { inspectCommand } from '../../src/commands/inspect.ts'
import { jobsCommand } from '../../src/commands/jobs.ts'
import { keyCommand } from '../../src/commands/key.ts'
import { listsCommand } from '../../src/commands/lists.ts'
import { migrateCommand } from '../../src/commands/migrate.ts'
import { mcpCommand } from '../../src/commands/mcp.ts'
import { operatorCommand } from '../../src/commands/operator.ts'
import { restoreCommand } from '../../src/commands/restore.ts'
import { screeningCommand } from '../../src/commands/screening.ts'
import { serveCommand } from '../../src/commands/serve.ts'
import { tokenCommand } from '../../src/commands/token.ts'
import { userCommand } from '../../src/commands/user.ts'
import { workerCommand } from '../../src/commands/worker.ts'
import { secretNames } from '../../src/config-secrets.ts'
import { loadBridge, loadConfig } from '../../src/config.ts'
import { readingCodes } from '@vigie/readers'
import { codeFindings } from '../../src/domain/evaluation/checks/codes/judge-codes.ts'
import { lookCodes } from '../../src/domain/evaluation/checks/look-at-pages.ts'
import { sealCodes } from '../../src/domain/evaluation/checks/seal-findings.ts'
import { reuseCodes } from '../../src/domain/evaluation/checks/verdict/seen-pieces.ts'
import { bankSignCodes } from '../../src/domain/evaluation/bank/bank-signs.ts'
import { loadShippedCatalogue } from '../../src/domain/evaluation/catalogue/shipped-catalogue.ts'
import { findingChanges } from '../../src/platform/journal/event-schemas/findings.ts'
import { findingFactors } from '../../src/domain/indicators/facts.ts'
import { tokenCauses } from '../../src/domain/accounts/token-refusal.ts'
import { administrationNames } from '../../src/platform/administration/index.ts'
import { eventTypes } from '../../src/platform/journal/index.ts'
import { catalogue } from '../../src/platform/kernel/index.ts'
import { securityEvents } from '../../src/platform/kernel/security-events.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const skipped = new Set(['node_modules', 'dist', 'data', '.git', 'coverage'])

async function pagesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : pagesBelow(path)
      return entry.name.endsWith('.md') ? [path] : []
    }),
  )
  return found.flat()
}

const pages = await Promise.all(
  (await pagesBelow(root)).map(async (path) => ({
    path,
    name: relative(root, path),
    text: await readFile(path, 'utf8'),
  })),
)
const page = (name: string) => pages.find((one) => one.name === name)?.text ?? ''

test('There are pages to check', () => {
  expect(pages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['docs/operations.md', 'docs/api-guide.md', 'docs/events.md', 'CONTRIBUTING.md']),
  )
})

test('The page docs/security.md names tests that exist', () => {
  const named = [...page('docs/security.md').matchAll(/`([\w./-]+\.(?:test|proof)\.ts)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(40)
  const places = [
    'server',
    'server/src',
    'server/src/domain',
    'server/src/platform',
    'packages/inspect',
    'packages/matching',
  ]
  expect(named.filter((path) => !places.some((place) => existsSync(join(root, place, path))))).toEqual([])
})

/** As the sites that show these pages make them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}

test.each(pages)('The links of $name lead somewhere', ({ path, text }) => {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  const broken = links.filter((link) => {
    if (/^(https?:|mailto:)/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), decodeURIComponent(file))
    if (!existsSync(target)) return true
    const linked = pages.find((one) => one.path === target)
    return anchor !== undefined && linked !== undefined && !anchorsOf(linked.text).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('The contents of docs/api-guide.md name each of its sections', () => {
  const guide = page('docs/api-guide.md')
  const contents = guide.slice(0, guide.indexOf('\n## '))
  const sections = guide.replaceAll(/```[\s\S]*?```/g, '').match(/^## .+$/gm) ?? []
  expect(sections.length).toBeGreaterThan(30)
  const anchors = anchorsOf(sections.join('\n'))
  expect(anchors.filter((anchor) => !contents.includes(`(#${anchor})`))).toEqual([])
})

/** Every variable the configuration reads, found by watching it read. */
function settings(): Set<string> {
  const read = new Set<string>()
  const given: NodeJS.ProcessEnv = {
    SMTP_URL: 'smtp://a',
    MAIL_FROM: 'a@b.example',
    S3_BUCKET: 'b',
    CHECKPOINT_S3_BUCKET: 'b',
    OIDC_ISSUER: 'https://c',
    OIDC_AUDIENCE: 'd',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c',
    VIGIE_URL: 'https://e',
    VIGIE_CLIENT_ID: 'f',
    VIGIE_CLIENT_SECRET: 'g',
  }
  const watched = new Proxy(given, {
    get(target, name) {
      // What npm says of itself is nobody's setting.
      if (/^[A-Z]/.test(String(name))) read.add(String(name))
      return target[String(name)]
    },
  })
  loadConfig(watched)
  loadBridge(watched)
  // Some are read in production alone.
  Object.assign(given, {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://h',
    MAIL_FROM: 'a@b.fr',
    VIGIE_SAMPLE_REGISTERS: 'allow',
  })
  loadConfig(watched)
  // The page tells of these files once for all.
  for (const name of secretNames) read.delete(`${name}_FILE`)
  read.add('NAME_FILE')
  return read
}

test('The page docs/operations.md lists exactly the existing settings', () => {
  const section = /## Settings\n([\s\S]*?)\n## /.exec(page('docs/operations.md'))?.[1] ?? ''
  const listed = [...section.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name = '']) => name),
  )
  expect(listed.toSorted()).toEqual([...settings()].toSorted())
})

describe('Names in capitals', () => {
  const schema = new Set<string>()
  const known = new Set<string>([
    ...Object.keys(catalogue),
    ...eventTypes.map(({ name }) => name),
    ...administrationNames,
    ...settings(),
    ...secretNames.map((name) => `${name}_FILE`),
    ...Object.keys(securityEvents),
    ...refusalCodes,
    ...listSources,
    ...tokenCauses,
    ...loadShippedCatalogue().dossierTypes.keys(),
    ...loadShippedCatalogue().documentTypes.keys(),
    // The six statuses, known by the events that tell of them.
    ...eventTypes.map(({ name }) => name.replace(/^.*_STATUS_UPDATED?_/, '')),
    // Of the tests, not of the product.
    'VIGIE_TEST_SERVER_URL',
    'VIGIE_SEED',
    'VIGIE_DAMAGED',
    'VIGIE_CUTS',
    'VIGIE_HOSTILE',
    'VIGIE_MATRIX',
    'VIGIE_SIGN_INS',
    'VIGIE_STATEMENTS',
    'VIGIE_PACKAGE',
    // Of the entry of the container.
    'VIGIE_ALLOW_ROOT',
    'VIGIE_ALLOW_NO_VOLUME',
    // What proves the time of a seal.
    'TRUSTED_TIMESTAMP',
    // Remarks about files, which no schema lists.
    'OFFICE_EXTERNAL_LINK',
    // The kinds of an event, whose data no schema lists.
    'STATUS_REASON',
    'APPROVAL_STEP',
    'STEP_MOVED',
    ...findingChanges,
    // What a reviewer is told of bank details.
    ...bankSignCodes,
    // And of what was read in a document.
    ...readingCodes,
    'READ_FROM_PICTURE',
    ...lookCodes,
    // Of seals,
    ...sealCodes,
    // Of codes on the pages,
    ...codeFindings,
    // And of pieces that came before.
    ...reuseCodes,
    // Parts of a breakdown, which no schema lists either.
    ...Object.values(findingFactors),
    // Why a mail or a message of a webhook is not sent a third time.
    'PERHAPS_SENT',
    'PERHAPS_DELIVERED',
    // Placeholders of examples.
    'CLIENT_ID',
    'CLIENT_SECRET',
    // Of SAP.
    'API_BUSINESS_PARTNER',
  ])

  test.each(pages)('The names in capitals in $name all exist', async ({ text }) => {
    const published = await readFile(join(root, 'openapi.json'), 'utf8')
    for (const [, value = ''] of published.matchAll(/"([A-Z][A-Z0-9_]+)"/g)) schema.add(value)
    const written = [...text.matchAll(/(?<![\w<-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w>-])/g)].map(
      ([name]) => name,
    )
    expect(written.filter((name) => !known.has(name) && !schema.has(name))).toEqual([])
  })
})

describe('Commands of vigie', () => {
  const deps = { open: () => Promise.reject(new Error('Not opened by this test.')) }
  const commands = [
    serveCommand(),
    workerCommand(),
    migrateCommand(),
    backupCommand(),
    accountCommand(deps),
    clientCommand(deps),
    userCommand(deps),
    operatorCommand(deps),
    tokenCommand(deps),
    administrationCommand(deps),
    journalCommand(deps),
    jobsCommand(deps),
    restoreCommand({ ...deps, schedule: () => Promise.resolve([]) }),
    keyCommand({ ...deps, replace: deps.open }),
    importRegisterCommand(deps),
    importPortfolioCommand(deps),
    importBanksCommand(deps),
    importListCommand(deps),
    importCodeTrustCommand(deps),
    importTrustCommand(deps),
    listsCommand(deps),
    screeningCommand(),
    completionCommand(),
    mcpCommand(),
    inspectCommand(),
  ]
  const namesOf = (command: Command): string[] =>
    command.commands.length === 0
      ? [command.name()]
      : [command.name(), ...command.commands.map((one) => `${command.name()} ${one.name()}`)]
  const existing = new Set(commands.flatMap(namesOf))
  // What follows these is an argument.
  const leaves = new Set(commands.filter((one) => one.commands.length === 0).map((one) => one.name()))

  /** `vigie account create\\|list` stands for two commands. */
  function writtenIn(text: string): string[] {
    const uses = [...text.matchAll(/(?:`|^)(?:npm run |npx )?vigie (?:-- )?([a-z][^`\n]*)/gm)]
    return uses.flatMap(([, words = '']) => {
      const [nouns = '', verbs = ''] = words.split(' ')
      return nouns.split(/\\?\|/).flatMap((noun) => {
        if (!/^[a-z]/.test(verbs) || leaves.has(noun)) return [noun]
        return verbs.split(/\\?\|/).map((verb) => `${noun} ${verb}`)
      })
    })
  }

  test.each(pages)('The commands in $name all exist', ({ text }) => {
    expect(writtenIn(text).filter((command) => !existing.has(command))).toEqual([])
  })

  test('The commands are all in docs/operations.md', () => {
    const written = new Set(writtenIn(page('docs/operations.md')))
    const all = commands.flatMap((command) =>
      command.commands.length === 0 ? namesOf(command) : namesOf(command).slice(1),
    )
    expect(all.filter((command) => !written.has(command))).toEqual([])
  })
})
