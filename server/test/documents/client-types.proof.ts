import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test('The client’s types are those of openapi.json', { timeout: 180_000 }, async () => {
  const client = join(root, 'client')
  const library = createRequire(join(client, 'package.json')).resolve('openapi-typescript')
  const command = join(dirname(library), '..', 'bin', 'cli.js')
  const { scripts } = JSON.parse(await readFile(join(client, 'package.json'), 'utf8')) as {
    scripts: { generate: string }
  }
  // As the script does, but for the file it writes to.
  const options = scripts.generate.split(' ').filter((word) => word.startsWith('--'))
  const generate = promisify(execFile)(process.execPath, [command, '../openapi.json', ...options], {
    cwd: client,
    maxBuffer: 16 * 1024 * 1024,
  })
  const types = await readFile(join(root, 'client/src/schema.gen.ts'), 'utf8')
  expect((await generate).stdout.trimEnd(), 'run: npm run generate --workspace client').toBe(types.trimEnd())
})
