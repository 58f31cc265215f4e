import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const server = fileURLToPath(new URL('../../', import.meta.url))
const options = [
  '--ignoreConfig',
  '--noCheck',
  '--target',
  'es2023',
  '--module',
  'nodenext',
  '--types',
  'node',
]
const asIs = ['--verbatimModuleSyntax', '--rewriteRelativeImportExtensions', '--skipLibCheck']

/**
 * Compiles a test process once, so that a test which starts it many times pays for plain Node starts
 * (0.4 s of CPU each instead of 1.7). It lands below the server's folder, where its packages are found.
 */
export async function compileProcess(source: string): Promise<{ script: string; remove(): Promise<void> }> {
  const cache = path.join(server, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(path.join(cache, 'vigie-test-'))
  // Some tests start it as another user.
  await chmod(outDir, 0o755)
  await writeFile(path.join(outDir, 'package.json'), '{ "type": "module" }')
  const compiler = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
  const target = ['--rootDir', server, '--outDir', outDir, path.join(server, source)]
  await promisify(execFile)(process.execPath, [compiler, ...options, ...asIs, ...target])
  return {
    script: path.join(outDir, source.replace(/\.ts$/, '.js')),
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
