import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtProgram } from '../product/build.ts'
import { watch, type Running } from '../product/product.ts'
import type { TestDatabase } from '../harness/database.ts'
import type { TestApp } from '../harness/index.ts'

// Of a database that no app has sealed anything in yet.
const firstKey = new Uint8Array(32).fill(5)

/** The program on a test's database, as an operator would start it. */
export async function vigie(
  { adminUrl, appUrl, secretKey = firstKey }: Pick<TestDatabase, 'adminUrl' | 'appUrl'> & Partial<TestApp>,
  args: readonly string[],
): Promise<Running> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-command-'))
  const { PATH = '', HOME = '/' } = process.env
  const env = {
    PATH,
    HOME,
    VIGIE_DATA_DIR: dataDir,
    VIGIE_SECRET_KEY: Buffer.from(secretKey).toString('base64'),
    DATABASE_URL: adminUrl,
    DATABASE_APP_URL: appUrl,
  }
  const running = watch(spawn(process.execPath, [builtProgram(), ...args], { env }))
  const exited = running.exited.then(async (exit) => {
    await rm(dataDir, { recursive: true, force: true })
    return exit
  })
  return { ...running, exited }
}
