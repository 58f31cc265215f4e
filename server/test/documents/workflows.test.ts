import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFile(path.join(root, file), 'utf8')
const manifest = JSON.parse(await read('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
}

const files = [
  '.ci/run',
  '.github/pull_request_template.md',
  '.github/workflows/check.yml',
  '.github/workflows/release.yml',
  '.gitlab-ci.yml',
  'CONTRIBUTING.md',
  'README.md',
]

test.each(files)('Every command of npm that %j names exists', async (file) => {
  const text = await read(file)
  const named = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)(?! --workspace)\b/g)].map(
    ([, script = '']) => script,
  )
  expect(text).toMatch(/\bnpm (ci|test|run)\b/)
  expect(named.filter((script) => manifest.scripts[script] === undefined)).toEqual([])
})

/** Like `node: [20, 22, 24]`, with or without quotes. */
function versions(text: string, name: string): string[] {
  const [, list = ''] = new RegExp(String.raw`\b${name}: \[([^\]]*)\]`).exec(text) ?? []
  return list.split(',').map((version) => version.replaceAll(/['\s]/g, ''))
}

test('Both forges check the same versions of Node and PostgreSQL, and the oldest of Node is the promised one', async () => {
  const [github, gitlab] = [await read('.github/workflows/check.yml'), await read('.gitlab-ci.yml')]
  expect(versions(github, 'node')).toEqual(['20', '22', '24'])
  expect(versions(gitlab, 'NODE')).toEqual(versions(github, 'node'))
  expect(versions(github, 'version')).toEqual(['15', '16', '17', '18'])
  expect(versions(gitlab, 'POSTGRES')).toEqual(versions(github, 'version'))
  expect(manifest.engines.node).toMatch(/^>=20\./)
  expect(versions(github, 'node')).toContain((await read('.nvmrc')).trim().split('.')[0])
})
