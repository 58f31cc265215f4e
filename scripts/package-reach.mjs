// What the packaged product can load: every file that its programs reach by an import or a require they spell out,
// and every one of those that leads nowhere. Run by package.mjs before and after it takes away what nobody needs, with
// node --experimental-import-meta-resolve scripts/package-reach.mjs <product>
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { extname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const product = realpathSync(process.argv[2])
const programs = new Set(['.js', '.mjs', '.cjs'])

/** Text in quotes may look like an import and be none: it does no harm, as long as it leads to the same place twice. */
const imports = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]{1,200})\1/g
const requires = /\brequire(?:\.resolve)?\(\s*(['"])([^'"\n]{1,200})\1/g

const wordsIn = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[2])

function resolveImport(specifier, from) {
  const file = fileURLToPath(import.meta.resolve(specifier, pathToFileURL(from).href))
  if (!statSync(file).isFile()) throw new Error(`${file} is a folder`)
  return file
}
const resolveRequire = (specifier, from) => createRequire(from).resolve(specifier)

const reached = new Set()
const lost = new Set()

function follow(specifier, from, resolve) {
  if (isBuiltin(specifier) || specifier.includes('${') || specifier.endsWith('.d.ts')) return []
  try {
    const file = realpathSync(resolve(specifier, from))
    return file.startsWith(product) ? [file] : []
  } catch {
    lost.add(`${relative(product, from)} -> ${specifier}`)
    return []
  }
}

function nextOf(file) {
  if (!programs.has(extname(file))) return []
  const text = readFileSync(file, 'utf8')
  return [
    ...wordsIn(text, imports).flatMap((specifier) => follow(specifier, file, resolveImport)),
    ...wordsIn(text, requires).flatMap((specifier) => follow(specifier, file, resolveRequire)),
  ]
}

const waiting = readdirSync(join(product, 'server/dist'), { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join(product, 'server/dist', name))
while (waiting.length > 0) {
  const file = waiting.pop()
  if (reached.has(file)) continue
  reached.add(file)
  waiting.push(...nextOf(file))
}

process.stdout.write(
  JSON.stringify({ reached: [...reached].map((file) => relative(product, file)), lost: [...lost] }),
)
