import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface SwiftServer {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  stop(): Promise<void>
}

// Debian's packages install for the system's own Python, whatever other one comes first in PATH.
const python = '/usr/bin/python3'
const script = fileURLToPath(new URL('run-swift.py', import.meta.url))
const ignoredFolder = fileURLToPath(new URL('../../../data/', import.meta.url))

/** Why the tests that need Swift cannot run here, or undefined. Under CI=true they run, and fail, all the same. */
export function reasonToSkipSwift(): string | undefined {
  if (process.env['CI'] === 'true') return undefined
  const missing = ['proxy', 'account', 'container', 'object']
    .map((role) => `swift-${role}-server`)
    .filter((program) => !isProgram(`/usr/bin/${program}`))
  if (missing.length === 0 && isProgram(python)) return undefined
  return `OpenStack Swift is not installed (${missing.join(', ')}); see scripts/test-services/install-debian.sh`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A real S3-speaking server on loopback, its state in a folder of its own. */
export async function startSwift(): Promise<SwiftServer> {
  try {
    return await startIn(tmpdir())
  } catch (error) {
    if (!(error instanceof NoAttributes)) throw error
    await mkdir(ignoredFolder, { recursive: true })
    return await startIn(ignoredFolder)
  }
}

/** Swift keeps metadata in extended attributes, which some temporary file systems refuse. */
class NoAttributes extends Error {}

async function startIn(parent: string): Promise<SwiftServer> {
  const folder = await mkdtemp(join(parent, 'vigie-swift-'))
  const child = spawn(python, [script, folder], { stdio: ['pipe', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.stdin.end()
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const settings = JSON.parse(await firstLine(child)) as Omit<SwiftServer, 'stop'>
    return { ...settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  for await (const line of createInterface({ input: child.stdout! })) return line
  if (complaints.includes('no extended attributes')) throw new NoAttributes()
  throw new Error(`Swift did not start: ${complaints}`)
}
