// Writes the API as a collection for Bruno (https://www.usebruno.com), made from openapi.json.
// Run: npm run bruno -- <folder>
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brunoFiles } from './bruno-files.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (folder === undefined || positionals.length > 1) fail('Name one folder: npm run bruno -- <folder>')
const out = resolve(folder)
if (existsSync(out) && readdirSync(out).length > 0) fail(`${out} is not empty.`)
const files = brunoFiles(JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8')))
for (const [path, text] of files) {
  await mkdir(dirname(join(out, path)), { recursive: true })
  await writeFile(join(out, path), text)
}
console.log(`${files.size} files are in ${out}. Open the folder in Bruno.`)

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
