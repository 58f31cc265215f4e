import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A program beside this file, and what it may use. */
interface Apart {
  readonly program: string
  /** Folders of sources elsewhere that it is made of, with what their build leaves behind. */
  readonly packages?: readonly { readonly sources: string; readonly built: string }[]
  readonly options: { readonly memoryMiB: number }
  readonly input: readonly Uint8Array[]
  readonly timeoutMs: number
  /** Anything longer is not what it was asked to print. */
  readonly mostBytes: number
}

/**
 * What the program prints, or null when it ended badly or was ended. Hostile files are opened in a process of its own,
 * without our environment: whatever such a file does to it, the service only sees it end.
 */
export async function runApart(apart: Apart): Promise<Buffer | null> {
  const { options, input, timeoutMs, mostBytes } = apart
  const heap = `--max-old-space-size=${options.memoryMiB}`
  const child = spawn(process.execPath, [heap, ...programArguments(apart), JSON.stringify(options)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  return await new Promise((resolve) => {
    const printed: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) child.kill('SIGKILL')
      else printed.push(chunk)
    })
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(printed) : null))
    // It may end before it has read everything; its end tells enough.
    child.stdin.on('error', () => {})
    for (const part of input) child.stdin.write(part)
    child.stdin.end()
  })
}

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const known = new Map<string, string[]>()

/**
 * What Node is given to run it. From the sources (tests) that is the built one too, when it is not older: TypeScript
 * needs a loader that makes every start four times as dear.
 */
function programArguments(apart: Pick<Apart, 'program' | 'packages'>): string[] {
  const found = known.get(apart.program) ?? findProgram(apart)
  known.set(apart.program, found)
  return found
}

function findProgram({ program, packages = [] }: Pick<Apart, 'program' | 'packages'>): string[] {
  if (!import.meta.url.endsWith('.ts')) return [place(`${program}.js`)]
  const built = place(`../../../../dist/domain/evaluation/checks/${program}.js`)
  const isFresh = [{ sources: place('.'), built }, ...packages].every(
    (part) => newestIn(part.sources) <= ageOf(part.built),
  )
  return isFresh ? [built] : ['--conditions=vigie-source', '--import', 'tsx', place(`${program}.ts`)]
}

const ageOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** When the last of the sources of a folder was written; tests are no part of a program. */
function newestIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return Math.max(0, ...sources.map((name) => ageOf(`${folder}/${name}`)))
}
