import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStructure } from '../../scripts/check-structure.ts'

let base: string
let count = 0
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'vigie-structure-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

function tree(files: Record<string, string>): string {
  const root = join(base, String((count += 1)))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const src = (files: Record<string, string>) =>
  tree(Object.fromEntries(Object.entries(files).map(([path, text]) => [`server/src/${path}`, text])))
const from = (path: string) => `import { x } from '${path}'\n`
const typeFrom = (path: string) => `import type { X } from '${path}'\n`
const lines = (length: number, first = '') =>
  [...first.split('\n'), ...Array.from({ length }, () => 'x')].slice(0, length).join('\n')

const clean = {
  'server/src/main.ts': from('./commands/serve.ts'),
  'server/src/commands/serve.ts': from('../app.ts') + from('../config.ts'),
  'server/src/config.ts': `${from('./config-readers.ts')}export const port = process.env.PORT\n`,
  'server/src/config-readers.ts': '',
  'server/src/app.ts': from('./config.ts') + from('./portal/index.ts') + from('fastify'),
  'server/src/portal/index.ts': "export { x } from './session.routes.ts'\n",
  'server/src/portal/session.routes.ts': from('../domain/contacts/index.ts'),
  'server/src/domain/contacts/index.ts': "export * from './add-contact.ts'\n",
  'server/src/domain/contacts/add-contact.ts':
    from('../thirdparties/index.ts') + from('../../platform/journal/index.ts'),
  'server/src/domain/contacts/add-contact.test.ts': from('../../app.ts') + from('../../../test/harness.ts'),
  'server/src/domain/thirdparties/index.ts': '',
  'server/src/platform/journal/index.ts': from('../db/index.ts'),
  'server/src/platform/mail/index.ts': from('../jobs/index.ts'),
  'server/src/platform/jobs/index.ts': '',
  'server/src/platform/db/index.ts': from('../kernel/index.ts'),
  'server/src/platform/kernel/index.ts': '// process.env is read elsewhere\n',
  'server/src/platform/db/tables.gen.ts': lines(2000),
  'server/src/platform/journal/names.ts': lines(590, '// List of the event names.'),
  'server/test/harness.ts': "import '../src/platform/db/pool.ts'\nexport const seed = process.env.SEED\n",
  'server/src/platform/db/pool.ts':
    '// oxlint-disable-next-line no-console -- shown once, at the very first start\n',
  'packages/inspect/src/index.ts': from('./byte-source.ts') + from('yauzl'),
  'packages/inspect/src/byte-source.ts': '',
  'packages/inspect/samples/index.ts': '',
  'packages/inspect/test/inspect.test.ts': from('../src/index.ts') + from('../samples/index.ts'),
  'server/src/platform/db/content.ts': from('@vigie/inspect'),
  'web/src/main.tsx': from('./ui/button.tsx') + from('@vigie/client'),
  'web/src/ui/button.tsx': '',
  'client/src/index.ts': typeFrom('./schema.gen.ts'),
}

describe('The structure check', () => {
  it('The check finds nothing in a tree that keeps the rules', () => {
    expect(checkStructure(tree(clean))).toEqual([])
  })

  it.each([
    [
      'platform on domain',
      'platform/db/a.ts',
      '../../domain/accounts/index.ts',
      'platform/db must not import domain/accounts',
    ],
    ['kernel on db', 'platform/kernel/a.ts', '../db/index.ts', 'platform/kernel must not import platform/db'],
    [
      'http on the journal',
      'platform/http/a.ts',
      '../journal/index.ts',
      'platform/http must not import platform/journal',
    ],
    ['jobs on mail', 'platform/jobs/a.ts', '../mail/index.ts', 'platform/jobs must not import platform/mail'],
    [
      'a noun on a later noun',
      'domain/forms/a.ts',
      '../evaluation/index.ts',
      'domain/forms must not import domain/evaluation',
    ],
    [
      'domain on the portal',
      'domain/evaluation/answers/a.ts',
      '../../../portal/index.ts',
      'domain/evaluation must not import portal',
    ],
    [
      'a floor of the evaluation on one above it',
      'domain/evaluation/status/a.ts',
      '../answers/b.ts',
      'domain/evaluation/status must not import answers',
    ],
    [
      'a floor nobody knows',
      'domain/evaluation/cellar/a.ts',
      '../status/b.ts',
      'domain/evaluation has no floor cellar',
    ],
    ['portal on app', 'portal/a.ts', '../app.ts', 'portal must not import app and worker'],
    ['app on a command', 'app.ts', './commands/serve.ts', 'app and worker must not import main and commands'],
    [
      'domain on the settings',
      'domain/accounts/a.ts',
      '../../config.ts',
      'domain/accounts must not import config',
    ],
    [
      'past an index',
      'domain/accounts/a.ts',
      '../../platform/db/pool.ts',
      'platform/db is used only through its index.ts',
    ],
    ['past the portal index', 'app.ts', './portal/session.ts', 'portal is used only through its index.ts'],
    ['its own index', 'domain/accounts/a.ts', './index.ts', 'a folder must not import its own index.ts'],
    ['a test file', 'domain/accounts/a.ts', './b.test.ts', 'product code must not import the test file'],
    ['outside server/src', 'domain/accounts/a.ts', '../../../test/harness.ts', 'outside server/src'],
  ])('The check reports an import of %s', (_, path, to, sentence) => {
    for (const statement of [
      from(to),
      typeFrom(to),
      `export * from '${to}'\n`,
      `const m = await import('${to}')\n`,
    ]) {
      const faults = checkStructure(src({ [path]: `\n${statement}` }))
      expect(faults).toEqual([expect.stringContaining(`server/src/${path}:2 `)])
      expect(faults[0]).toContain(sentence)
    }
  })

  it('The check gives the line of the path in an import written over several lines', () => {
    const text = "import {\n  one,\n  two,\n} from '../db/index.ts'\n"
    expect(checkStructure(src({ 'platform/kernel/a.ts': text }))[0]).toMatch(/a\.ts:4 /)
  })

  it('The check reports a folder the layers do not know', () => {
    expect(checkStructure(src({ 'helpers/misc/a.ts': '' }))).toEqual([
      expect.stringContaining('server/src/helpers/misc/a.ts:1 helpers/misc has no place in the layers'),
    ])
  })

  it('The check reports a circle of files, types included, once', () => {
    const root = src({
      'domain/rules/a.ts': from('./b.ts'),
      'domain/rules/b.ts': `// why\n${typeFrom('./c.ts')}`,
      'domain/rules/c.ts': from('./a.ts'),
    })
    const path = (name: string) => `server/src/domain/rules/${name}.ts`
    expect(checkStructure(root)).toEqual([
      `${path('c')}:1 import circle: ${['a', 'b', 'c', 'a'].map(path).join(' → ')}`,
    ])
  })

  it('The check reports a circle in web written without file endings', () => {
    const root = tree({ 'web/src/a.tsx': from('./b'), 'web/src/b.ts': from('./a') })
    expect(checkStructure(root)).toEqual([expect.stringContaining('web/src/b.ts:1 import circle')])
  })

  it.each([
    'const a = process.env.HOME',
    "const a = process['env'].HOME",
    'const { env } = process',
    "import { env } from 'node:process'",
  ])('The check reports settings read outside config.ts: %s', (text) => {
    expect(checkStructure(src({ 'platform/db/a.ts': `${text}\n` }))).toEqual([
      'server/src/platform/db/a.ts:1 process.env is read only in server/src/config.ts',
    ])
  })

  it('The check reports a part of the pages that imports upward', () => {
    const root = tree({ 'web/src/ui/a.tsx': from('../screens/b.tsx'), 'web/src/screens/b.tsx': '' })
    expect(checkStructure(root)).toEqual([
      expect.stringContaining('web/src/ui/a.tsx:1 ui must not import screens'),
    ])
  })

  it.each(['web/src/a.ts', 'client/src/a.ts'])('The check reports %s importing the server', (path) => {
    const root = tree({ [path]: from('../../server/src/app.ts') + from('@vigie/server') })
    expect(checkStructure(root)).toHaveLength(2)
  })

  it.each([
    ['of the server', '../../../server/src/platform/kernel/index.ts', 'knows nothing of the rest'],
    ['of the server by name', '@vigie/server', 'knows nothing of the rest'],
    ['of another package', '../../other/src/index.ts', 'knows nothing of the rest'],
    ['of its own samples', '../samples/index.ts', 'must not import the test file'],
  ])('The checker reports a package importing something %s', (_, to, sentence) => {
    expect(checkStructure(tree({ 'packages/inspect/src/a.ts': from(to) }))).toEqual([
      expect.stringContaining(sentence),
    ])
  })

  it('The checker reports a package that reads settings, and one imported past its name', () => {
    expect(checkStructure(tree({ 'packages/inspect/src/a.ts': 'const a = process.env.HOME\n' }))).toEqual([
      'packages/inspect/src/a.ts:1 process.env is read only in server/src/config.ts',
    ])
    const past = from('../../../../packages/inspect/src/index.ts')
    expect(checkStructure(src({ 'platform/db/a.ts': past }))).toEqual([
      expect.stringContaining('a package is imported by its name'),
    ])
  })

  it.each([
    ['server/src/domain/rules/rules.routes.ts', '', 300],
    ['server/src/domain/rules/rules.test.ts', '', 500],
    ['server/src/platform/journal/names.ts', '// The list of event names.', 600],
    ['server/src/platform/journal/names.ts', "import { x } from 'y'\n\n/**\n * List of event names.", 600],
    ['server/src/platform/journal/search.ts', '// Reads the list of events.', 300],
    ['web/src/screen.tsx', '', 250],
  ])('The check stops %s at its length', (path, first, limit) => {
    expect(checkStructure(tree({ [path]: lines(limit, first) }))).toEqual([])
    expect(checkStructure(tree({ [path]: lines(limit + 1, first) }))).toEqual([
      `${path}:${limit + 1} ${limit + 1} lines, and the limit for this kind of file is ${limit}`,
    ])
  })

  it('The check asks every lint suppression for its reason', () => {
    const root = tree({ 'scripts/a.ts': '// oxlint-disable-next-line no-console\n' })
    expect(checkStructure(root)).toEqual([expect.stringContaining('scripts/a.ts:1 a lint suppression gives')])
  })

  it('The command prints the faults and exits 1, or 0 without faults', () => {
    const repository = fileURLToPath(new URL('../..', import.meta.url))
    const run = (root: string) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'scripts/check-structure.ts', root], {
        cwd: repository,
        encoding: 'utf8',
      })
    const bad = run(src({ 'platform/kernel/a.ts': from('../db/index.ts') }))
    expect(bad.stdout).toBe(
      'server/src/platform/kernel/a.ts:1 platform/kernel must not import platform/db: imports go downward\n',
    )
    expect(bad.status).toBe(1)
    expect(run(tree(clean))).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})
