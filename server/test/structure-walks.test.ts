import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModule, type Module } from '../../scripts/structure-modules.ts'
import { vagueTestNames } from '../../scripts/structure-tests.ts'
import { filesOf, namesUsedTwice, smallWithOneUser } from '../../scripts/structure-walks.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'vigie-walks-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function modulesOf(files: Record<string, string>): Map<string, Module> {
  return new Map(
    Object.entries(files).map(([path, text]) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
      return [path, readModule(root, path)]
    }),
  )
}

const filler = '\n// a line'.repeat(20)
const walk = { starts: [{ route: ['post', '/things'] as [string, string] }], most: 9 }

describe('The files of a walk', () => {
  it('The files are those the handler reaches by value, behind lists of exports', () => {
    const modules = modulesOf({
      'a/things.routes.ts': `
        import { add } from '../c/index.ts'
        import { unused } from './unused.ts'
        const other = unused
        export const routes = () => async (app) => {
          app.get('/things', async () => other)
          app.post('/things', { schema: other }, async (request) => add(request))
        }`,
      'c/index.ts': "export * from '../b/index.ts'",
      'b/index.ts': "export { addThing as add } from './add-thing.ts'",
      'b/add-thing.ts': `
        import { check, type Rule } from './check.ts'
        import type { Row } from './row.ts'
        export const addThing = (given: Row) => check(given satisfies Rule)
        export const sideBySide = () => hidden()`,
      'b/check.ts': `
        import * as words from './words.ts'
        export const check = (given) => given`,
      'b/row.ts': 'export interface Row {}',
      'b/words.ts': 'export const yes = 1',
      'a/unused.ts': 'export const unused = 1',
    })
    expect(filesOf(modules, walk)).toEqual(['a/things.routes.ts', 'b/add-thing.ts', 'b/check.ts'])
  })

  it('The files leave out names that only look alike: a parameter, a local, a member', () => {
    const modules = modulesOf({
      'a/things.routes.ts': `
        import { load, next, read, title } from './far.ts'
        export const routes = () => async (app) => {
          app.post('/things', async ({ load }) => {
            const { next } = load
            for (const read of next) read.title({ title: read })
          })
        }`,
      'a/far.ts': 'export const [load, next, read, title] = [1, 2, 3, 4]',
    })
    expect(filesOf(modules, walk)).toEqual(['a/things.routes.ts'])
  })

  it('The files follow a shorthand member, a default and a template to their values', () => {
    const modules = modulesOf({
      'a/things.routes.ts': `
        import { first } from './first.ts'
        import { second } from './second.ts'
        import { third } from './third.ts'
        export const routes = () => async (app) => {
          app.post('/things', async (one = first) => [{ second }, \`\${third as string}\`])
        }`,
      'a/first.ts': 'export const first = 1',
      'a/second.ts': 'export function second() {}',
      'a/third.ts': 'export class third {}',
    })
    expect(filesOf(modules, walk)).toHaveLength(4)
  })

  it('The files cannot be counted from a route that does not exist', () => {
    expect(() => filesOf(modulesOf({ 'a/things.routes.ts': '' }), walk)).toThrow('post /things')
  })
})

describe('The counters', () => {
  it('The counter finds exported functions of one name, not their re-export nor private ones', () => {
    const modules = modulesOf({
      'a/one.ts': 'export const place = () => 1\nexport const size = 1',
      'a/two.ts': 'export function place() {}\nexport const size = 2',
      'a/three.ts': 'function place() {}\nexport const other = place',
      'a/index.ts': "export { place } from './one.ts'",
    })
    expect(namesUsedTwice(modules)).toEqual(['place a/one.ts a/two.ts'])
  })

  it('The counter finds small files with a single user, of types as well and behind a list of exports', () => {
    const modules = modulesOf({
      'a/small.ts': 'export interface Small {}',
      'a/shared.ts': 'export const shared = 1',
      'a/long.ts': `export const long = 1${filler}`,
      'a/index.ts': "export type { Small } from './small.ts'",
      'b/user.ts':
        "import type { Small } from '../a/index.ts'\nimport { shared } from '../a/shared.ts'" + filler,
      'b/other.ts': "import { shared } from '../a/shared.ts'\nimport { long } from '../a/long.ts'" + filler,
    })
    expect(smallWithOneUser(modules)).toEqual(['a/small.ts'])
  })

  it('The counter finds test names that begin in the middle of a sentence or say too little', () => {
    const text = [
      "it('A file is refused when it is empty', () => {})",
      "it('is refused when it is empty', () => {})",
      "it.each([['Its size', 1]])('%s is more than allowed', () => {})",
      "it.skip.each([['Its size', 1]])('limits hold', () => {})",
      "test(\n  'Limits hold', () => {})",
      "rows.map((it) => it.cells.splice(0, 'is no test'))",
      "describe('limits', () => {})",
    ].join('\n')
    expect(vagueTestNames('a.test.ts', text)).toEqual([
      "a.test.ts:2 'is refused when it is empty'",
      "a.test.ts:4 'limits hold'",
      "a.test.ts:6 'Limits hold'",
    ])
  })
})
