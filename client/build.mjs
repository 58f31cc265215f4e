// Makes both forms of the package: modules in dist, and in dist/cjs the same for `require`.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')
const cjs = join(dist, 'cjs')

rmSync(dist, { recursive: true, force: true })
const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')
execFileSync(process.execPath, [compiler, '-p', here], { stdio: 'inherit' })
// Types alone are left of it.
for (const rest of ['schema.gen.js', 'schema.gen.js.map']) rmSync(join(dist, rest), { force: true })

mkdirSync(cjs)
const compilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  rewriteRelativeImportExtensions: true,
}
for (const name of readdirSync(join(here, 'src'))) {
  const declarations = name.replace(/\.ts$/, '.d.ts')
  // What one form declares is the same for the other; the folder says which of them it is.
  cpSync(join(dist, declarations), join(cjs, declarations))
  if (name.endsWith('.gen.ts')) continue
  const { outputText } = ts.transpileModule(readFileSync(join(here, 'src', name), 'utf8'), {
    compilerOptions,
  })
  writeFileSync(join(cjs, name.replace(/\.ts$/, '.js')), outputText)
}
writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n')
