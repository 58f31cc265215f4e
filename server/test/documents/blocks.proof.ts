import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Description, type Example } from '../contract/description.ts'
import { builtProgram } from '../product/build.ts'
import { startFull, type DemoAccount } from '../product/demo-account.ts'
import { demoCredentials, freshFolder, removeFolder } from '../product/product.ts'
import { blocksOf, type Block } from './blocks.ts'
import { writeFixtures } from './fixtures.ts'
import { followPage, preparePlace, type Place } from './run-page.ts'

/**
 * Whoever follows a page of ours word by word gets where it promises: every block of code runs in its own language,
 * against the demonstration, in the order in which it stands.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const runs = new Set(['sh', 'ts', 'js', 'python'])
const isMarkdown = (name: string) => name.endsWith('.md')
const names = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => isMarkdown(name) && !name.startsWith('decisions'))
    .map((name) => `docs/${name}`),
  ...readdirSync(path.join(root, 'client'), { recursive: true, encoding: 'utf8' })
    .filter((name) => isMarkdown(name) && !/node_modules|CHANGELOG/.test(name))
    .map((name) => `client/${name}`),
].toSorted()
const pages = names.map((name) => {
  const text = readFileSync(path.join(root, name), 'utf8')
  return { name, text, blocks: blocksOf(name, text) }
})
const setUp = pages
  .find(({ name }) => name === 'docs/api-guide.md')
  ?.blocks.find(({ options }) => options.get('name') === 'setup')
const followed = pages.filter(({ blocks }) => blocks.some(isRun))

let dataDir = ''
let demo: DemoAccount
let place: Place

function isRun({ language, options }: Block): boolean {
  return runs.has(language) && !options.has('elsewhere')
}

beforeAll(async () => {
  dataDir = await freshFolder()
  demo = await startFull(dataDir)
  const { accountId, clientId, clientSecret, admin } = await demoCredentials(dataDir)
  const folder = path.join(dataDir, 'reader')
  await mkdir(folder)
  place = {
    folder,
    program: builtProgram(),
    environment: {
      VIGIE_DATA_DIR: dataDir,
      VIGIE_URL: demo.product.baseUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      VIGIE_ACCOUNT: String(accountId),
      VIGIE_CLIENT_ID: clientId,
      VIGIE_CLIENT_SECRET: clientSecret,
      EMAIL: admin.email,
      PASSWORD: admin.password,
    },
  }
  await preparePlace(place)
  await writeFixtures(folder)
}, 300_000)

afterAll(async () => {
  await demo.product.stop('SIGKILL')
  await removeFolder(dataDir)
}, 180_000)

test.each(followed)('$name works word by word', { timeout: 180_000 }, async ({ name, text, blocks }) => {
  const usesVariables = blocks.some((block) => isRun(block) && /\$(BASE|TOKEN)\b|\bapi "/.test(block.text))
  const isGuide = name === 'docs/api-guide.md'
  if (usesVariables && !isGuide) expect(text).toContain('api-guide.md#set-up')
  const before = setUp !== undefined && usesVariables && !isGuide ? [setUp] : []
  expect(
    await followPage(place, [...before, ...blocks.filter((block) => !block.options.has('elsewhere'))]),
  ).toBeNull()
})

const description = new Description()
const written = pages.flatMap(({ blocks }) => blocks)

const isOfApi = ({ language, options }: Block) =>
  language === 'json' && !options.has('elsewhere') && !options.has('config')

test.each(written.filter(isOfApi))(
  'The JSON at $page:$line is what the description says',
  ({ options, text }) => {
    const value: unknown = JSON.parse(text)
    const [kind = '', operationId = ''] =
      [...options].find(([name]) => ['body', 'answer', 'problem'].includes(name)) ?? []
    expect(kind, 'a body, an answer or a problem of an operation').not.toBe('')
    const example = { kind: kind as Example['kind'], operationId, isPart: options.has('part'), value }
    expect(description.faultOfExample(example)).toBeNull()
  },
)

test('Each line of a log that is shown is JSON with its time and its level', () => {
  const lines = written
    .filter(({ language }) => language === 'jsonl')
    .flatMap(({ text }) => text.trim().split('\n'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), level: expect.any(String) })
})

test('Every block says in which language it is, and what runs elsewhere says where', () => {
  const known = new Set([...runs, 'json', 'jsonl', 'csv', 'http', 'ini', 'toml', 'yaml', 'cel', 'text'])
  const whereOf = (block: Block) => `${block.page}:${block.line}`
  expect(written.filter(({ language }) => !known.has(language)).map(whereOf)).toEqual([])
  for (const block of written) {
    const file = block.options.get('elsewhere')
    if (file !== undefined)
      expect(readFileSync(path.join(root, 'server', file), 'utf8'), whereOf(block)).not.toBe('')
  }
})
