import { spawn } from 'node:child_process'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyRepository, freshPlace } from './checkout.ts'
import { isAlive, postmasterPid, until } from './processes.ts'
import { freePort, freshFolder, removeFolder, watch, type Running } from './product.ts'

const patienceMs = 180_000
let place = ''
let copy = ''
let dataDir = ''
let port = 0
let dev: Running

function startDev(): Running {
  const { PATH = '', HOME = '/' } = process.env
  const env = { PATH, HOME, PORT: String(port), VIGIE_DATA_DIR: dataDir, VIGIE_DEMO: 'portfolio' }
  return watch(spawn(process.execPath, [path.join(copy, 'scripts/dev.mjs')], { cwd: copy, env }))
}

beforeAll(async () => {
  place = await freshPlace()
  copy = path.join(place, 'a repository')
  await mkdir(copy)
  await copyRepository(copy)
  dataDir = await freshFolder()
  port = await freePort()
  dev = startDev()
})
afterAll(async () => {
  dev.signal('SIGKILL')
  await removeFolder(dataDir)
  await rm(place, { recursive: true, force: true })
})

const ask = (page: string) => fetch(`http://127.0.0.1:${port}${page}`)
const said = (sentence: string) =>
  until(sentence, () => dev.hasExited() || dev.output().includes(sentence), patienceMs)

test('One address serves the pages as they are written, the portal and the API', async () => {
  await said('Back-office')
  const page = await ask('/app/')
  expect(page.status).toBe(200)
  // Vite's own client: what reloads the page.
  expect(await page.text()).toContain('/@vite/client')
  expect(await (await ask('/portal')).text()).toContain('/@vite/client')
  // Waits until the API is there.
  expect((await ask('/readyz')).status).toBe(200)
})

test('A port in use is reported in a sentence, and nothing is left running', async () => {
  const second = startDev()
  expect(await second.exited).toMatchObject({ code: 1 })
  expect(second.output()).toContain(`Port ${port} of 127.0.0.1 is in use; choose another with PORT.`)
  expect((await ask('/readyz')).status).toBe(200)
})

test('A half-written file leaves the API as it was, and the finished one restarts it', async () => {
  const source = path.join(copy, 'server/src/main.ts')
  const finished = await readFile(source, 'utf8')
  await appendFile(source, '\nconst half = {')
  await said('Not compiled; the API stays as it was.')
  expect((await ask('/readyz')).status).toBe(200)
  await writeFile(source, `${finished}\n// Finished.\n`)
  await said('The API is up again')
  expect((await ask('/readyz')).status).toBe(200)
})

test('The end of the command ends the API and its database', async () => {
  const postmaster = await postmasterPid(dataDir)
  dev.signal('SIGTERM')
  expect(await dev.exited).toMatchObject({ code: 143 })
  expect(postmaster !== undefined && isAlive(postmaster)).toBe(false)
  await expect(ask('/readyz')).rejects.toThrow('fetch failed')
})
