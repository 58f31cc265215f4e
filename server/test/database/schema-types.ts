import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const program = path.join(
  path.dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')),
  'dist/cli/bin.js',
)

/** The TypeScript types of the tables; partitions are left out, the generator's own default. */
export async function generateTypes(adminUrl: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-types-'))
  const file = path.join(folder, 'tables.gen.ts')
  const options = {
    '--dialect': 'postgres',
    '--url': adminUrl,
    '--default-schema': 'vigie',
    '--include-pattern': 'vigie.*',
    '--date-parser': 'string',
    '--type-mapping': '{"int8":"number"}',
    '--out-file': file,
  }
  try {
    await promisify(execFile)(process.execPath, [program, ...Object.entries(options).flat()])
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
