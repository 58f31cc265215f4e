import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Block } from './blocks.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const tsx = createRequire(import.meta.url).resolve('tsx')

export interface Place {
  /** Where the page is followed, as by somebody in an empty folder. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The program behind `vigie`. */
  readonly program: string
}

/** A folder in which a reader has nothing but the client, the program, and the files that the pages speak of. */
export async function preparePlace({ folder, program }: Place): Promise<void> {
  await mkdir(path.join(folder, 'bin'), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await copyFile(path.join(root, 'client/python/vigie.py'), path.join(folder, 'vigie.py'))
  const command = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`
  await writeFile(path.join(folder, 'bin', 'vigie'), command, { mode: 0o755 })
}

/** Follows a page from its first block to its last in one shell; returns what went wrong, and where, or null. */
export async function followPage(place: Place, blocks: readonly Block[]): Promise<string | null> {
  const steps: string[] = []
  for (const [nth, block] of blocks.entries()) steps.push(await stepOf(place, block, nth))
  const script = [
    'set -euo pipefail',
    `trap 'code=$?; [ $code = 0 ] || echo "failed: $block" >&2' EXIT`,
    ...steps,
  ].join('\n')
  const shell = spawn('bash', ['-c', script], {
    cwd: place.folder,
    env: {
      ...place.environment,
      HOME: place.folder,
      PATH: `${path.join(place.folder, 'bin')}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  shell.stdout.on('data', (part: Buffer) => (said += part.toString()))
  shell.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(shell, 'close')) as [number | null]
  return code === 0 ? null : `exit code ${code}\n${said.slice(-3_000)}`
}

async function stepOf({ folder }: Place, block: Block, nth: number): Promise<string> {
  const named = block.options.get('file')
  const name = named ?? `block-${nth}.${block.language === 'python' ? 'py' : block.language}`
  const begin = `block=${block.page}:${block.line}`
  if (block.language === 'sh') return `${begin}\n${block.text}`
  await writeFile(path.join(folder, name), block.text)
  switch (block.language) {
    case 'ts':
      return `${begin}\nnode --import '${tsx}' ${name}`
    case 'js':
      return `${begin}\nnode --check ${name}`
    case 'python':
      return `${begin}\npython3 ${name}`
    default:
      return begin
  }
}
