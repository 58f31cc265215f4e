import { execFile, spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/config.ts'
import { testApp } from '../harness/index.ts'
import { root } from './checkout.ts'
import { freePort } from './product.ts'
import { hasSandbox } from './sandbox.ts'
import { readVariables } from './unit-file.ts'

const read = (file: string) => readFile(path.join(root, 'deploy', file), 'utf8')

describe('The image', () => {
  test('It is built from a named base, runs as nobody of importance, and holds no secret', async () => {
    const text = (await read('container/Dockerfile')).replaceAll('\\\n', ' ')
    const steps = text.split('\n').filter((line) => /^[A-Z]+ /.test(line))
    const of = (word: string) => steps.filter((step) => step.startsWith(`${word} `))
    expect(of('ARG')[0]).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-bookworm-slim$/)
    expect(of('FROM')).toEqual(['FROM ${NODE_IMAGE} AS build', 'FROM ${NODE_IMAGE}'])
    expect(of('USER')).toEqual(['USER 10001:10001'])
    expect(steps.indexOf(of('USER')[0] ?? '')).toBeLessThan(steps.indexOf(of('ENTRYPOINT')[0] ?? ''))
    expect(of('HEALTHCHECK')).toHaveLength(1)
    expect([...of('ENV'), ...of('ARG')].join()).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN|_URL/)
    for (const [, file = ''] of text.matchAll(/\/opt\/vigie\/deploy\/(container\/\w+\.mjs)/g)) {
      expect(await read(file), file).not.toBe('')
    }
  })

  test('Nothing built, stored or secret gets into its context', async () => {
    const left = (await readFile(path.join(root, '.dockerignore'), 'utf8')).split('\n')
    expect(left).toEqual(
      expect.arrayContaining(['.git', '**/node_modules', '**/data', '**/.env', '**/secrets']),
    )
  })
})

describe('The start of a container', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vigie-container-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function enter(args: string[], env: Record<string, string>, uid?: number) {
    const entry = path.join(root, 'deploy/container/entry.mjs')
    const options = {
      env: { VIGIE_DATA_DIR: folder, ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    }
    return promisify(execFile)(process.execPath, [entry, ...args], options).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
    )
  }
  const asRoot = process.getuid?.() === 0

  test.runIf(asRoot)('Root is refused, and so is a folder that is no volume, both told at once', async () => {
    const { code, output } = await enter(['serve'], {})
    expect(code).toBe(1)
    expect(output).toContain('It runs as root, which nothing here needs')
    expect(output).toContain(`${folder} is no volume: what is stored there would go away`)
  })

  test('A folder that is not there is told, with what to do', async () => {
    const missing = path.join(folder, 'missing')
    const { code, output } = await enter(['worker'], { VIGIE_DATA_DIR: missing, VIGIE_ALLOW_ROOT: '1' })
    expect([code, output]).toEqual([1, expect.stringContaining(`${missing} does not exist: mount one with`)])
  })

  test.runIf(asRoot)('A folder that its user cannot write is told', async () => {
    await chmod(folder, 0o755)
    const { code, output } = await enter(['serve'], { S3_BUCKET: 'files' }, 65_534)
    expect([code, output]).toEqual([1, expect.stringContaining(`${folder} cannot be written by user 65534`)])
  })

  test.runIf(asRoot && hasSandbox())('A volume that is read-only is told', async () => {
    const entry = path.join(root, 'deploy/container/entry.mjs')
    const mount = 'mount --make-rprivate / && mount -t tmpfs -o ro tmpfs "$VIGIE_DATA_DIR" && exec "$@"'
    const words = ['--mount', 'sh', '-euc', mount, 'container', process.execPath, entry, 'serve']
    const env = { PATH: process.env['PATH'] ?? '', VIGIE_DATA_DIR: folder, VIGIE_ALLOW_ROOT: '1' }
    const { status, stderr } = spawnSync('unshare', words, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${folder} is read-only: mount a volume`)])
  })

  test('With a bucket it needs no volume, and what is wrong with the settings is told by the program', async () => {
    const env = { NODE_ENV: 'production', S3_BUCKET: 'files', VIGIE_ALLOW_ROOT: '1' }
    const { code, output } = await enter(['serve'], env)
    expect([code, output]).toEqual([1, expect.stringContaining('PUBLIC_URL is required in production')])
  })
})

test('The health check tells a service or a worker that lives from one that does not', async () => {
  const t = await testApp()
  const isWell = (ports: Record<string, string>) => {
    const check = path.join(root, 'deploy/container/health.mjs')
    return promisify(execFile)(process.execPath, [check], { env: ports }).then(
      () => true,
      () => false,
    )
  }
  const used = new URL(await t.listen()).port
  const unused = String(await freePort())
  expect(await isWell({ PORT: used, WORKER_PORT: unused })).toBe(true)
  expect(await isWell({ PORT: unused, WORKER_PORT: used })).toBe(true)
  await t.close()
  expect(await isWell({ PORT: used, WORKER_PORT: unused })).toBe(false)
})

interface Compose {
  services: Record<
    string,
    {
      image: string
      environment?: Record<string, string>
      secrets?: string[]
      volumes?: string[]
      depends_on?: object
      stop_grace_period?: string
    }
  >
  secrets: Record<string, { file: string }>
  volumes: object
}

test('The compose file names only what it declares, pins what it fetches, and holds no secret', async () => {
  const compose = parse(await read('compose/compose.yaml'), { merge: true }) as Compose
  const makes = await read('compose/make-secrets.sh')
  for (const { file } of Object.values(compose.secrets)) {
    expect(makes).toMatch(new RegExp(`keep ${path.basename(file)}\\b`))
  }
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.image, name).toMatch(/^vigie$|:v?\d+\.\d+/)
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(service.secrets ?? []))
    const volumes = (service.volumes ?? []).map((volume) => volume.split(':')[0])
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes))
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(Object.keys(service.depends_on ?? {})),
    )
    const names = Object.keys(service.environment ?? {})
    expect(names.filter((setting) => /(SECRET|PASSWORD|TOKEN|_KEY)$/.test(setting))).toEqual([])
  }
  expect(compose.services['service']?.stop_grace_period).toBe('45s')
})

test('The compose file keeps to the schema of the Compose specification', async () => {
  // From github.com/compose-spec/compose-spec, 2026-06-23; the draft it names is the one that Ajv knows.
  const text = await readFile(new URL('compose-spec.json', import.meta.url), 'utf8')
  const { $schema: _draft, ...schema } = JSON.parse(text) as { $schema: string }
  const ajv = new Ajv({ strict: false, allErrors: true })
  for (const format of ['duration', 'ports', 'expose', 'subnet_ip_address']) ajv.addFormat(format, true)
  const check = ajv.compile(schema)
  const compose = parse(await read('compose/compose.yaml'), { merge: true }) as Compose
  expect(check(compose), JSON.stringify(check.errors)).toBe(true)
  expect(check({ services: { service: { image: 'vigie', healthchek: {} } } })).toBe(false)
})

/** What compose makes of a text: a variable of .env, or what follows `:-`. */
const fillIn = (text: string, variables: Record<string, string>) =>
  text.replaceAll(
    /\$\{(\w+):[-?]([^}]*)\}/g,
    (_all, name: string, otherwise: string) => variables[name] ?? otherwise,
  )

describe('The settings that are shipped', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vigie-compose-'))
    await cp(path.join(root, 'deploy/compose'), folder, { recursive: true })
    await promisify(execFile)(path.join(folder, 'make-secrets.sh'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const production = { NODE_ENV: 'production', VIGIE_DATA_DIR: '/data' }
  const linesOf = async (file: string) => readVariables((await read(file)).split('\n'))

  test('Those of the compose file with the example of .env are ones a production starts with', async () => {
    const compose = parse(await read('compose/compose.yaml'), { merge: true }) as Compose
    const variables = await linesOf('compose/example.env')
    const given = Object.entries(compose.services['service']?.environment ?? {}).map(([name, value]) => [
      name,
      fillIn(value, variables).replace('/run/secrets', path.join(folder, 'secrets')),
    ])
    const config = loadConfig({ ...production, ...(Object.fromEntries(given) as Record<string, string>) })
    expect(config.databaseUrl).toMatch(/^postgres:\/\/vigie:\w{48}@database\/vigie$/)
    expect(Buffer.from(config.secretKey ?? '', 'base64')).toHaveLength(32)
  })

  test('Those of the chart and of the systemd units are too', async () => {
    const { settings } = parse(await read('helm/vigie/values.yaml')) as { settings: Record<string, string> }
    expect(loadConfig({ ...production, ...settings }).production).toBe(true)
    expect(loadConfig({ ...production, ...(await linesOf('systemd/vigie.env')) }).production).toBe(true)
  })

  const compose = ['docker-compose', 'docker compose'].find(
    (words) => spawnSync(`${words} version`, { shell: true }).status === 0,
  )
  test.skipIf(compose === undefined)('Compose itself has nothing to say against its file', async () => {
    await cp(path.join(folder, 'example.env'), path.join(folder, '.env'))
    const { status, stderr } = spawnSync(`${compose} --file compose.yaml config --quiet`, {
      shell: true,
      cwd: folder,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('The chart', () => {
  const chart = (file: string) => read(path.join('helm/vigie', file))
  const templates = async () => {
    const names = await readdir(path.join(root, 'deploy/helm/vigie/templates'))
    return Promise.all(names.map(async (name) => ({ name, text: await chart(`templates/${name}`) })))
  }

  test('Its values fit their schema, which refuses what cannot be meant', async () => {
    const check = new Ajv({ strictTypes: false }).compile(
      JSON.parse(await chart('values.schema.json')) as object,
    )
    const values = parse(await chart('values.yaml')) as { settings: Record<string, string>; service: object }
    expect(check(values), JSON.stringify(check.errors)).toBe(true)
    const plain = { ...values.settings, PUBLIC_URL: 'http://vigie.test' }
    expect(check({ ...values, settings: plain })).toBe(false)
    expect(check({ ...values, settings: { ...values.settings, VIGIE_SECRET_KEY: 'x' } })).toBe(false)
    expect(check({ ...values, service: { ...values.service, replicas: -1 } })).toBe(false)
    expect(check({ ...values, replicaCount: 3 })).toBe(false)
  })

  test('Its templates use only values, names and blocks that are there', async () => {
    const values = parse(await chart('values.yaml')) as Record<string, unknown>
    const all = await templates()
    const defined = all.flatMap(({ text }) =>
      [...text.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name),
    )
    for (const { name, text } of all) {
      for (const [, way = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        const found = way
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], values)
        expect(found, `${name}: ${way}`).toBeDefined()
      }
      for (const [, part] of text.matchAll(/include "([\w.]+)"/g)) expect(defined, name).toContain(part)
      const opened = text.match(/\{\{-? (if|range|with|define) /g)?.length ?? 0
      expect(text.match(/\{\{-? end \}\}/g)?.length ?? 0, name).toBe(opened)
    }
  })

  test('Its pods run without rights on a root that cannot be written, and every one has probes', async () => {
    const helpers = await chart('templates/_helpers.tpl')
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
    ])
      expect(helpers).toContain(line)
    for (const name of ['service', 'worker']) {
      const text = await chart(`templates/${name}-deployment.yaml`)
      const probes = [...text.matchAll(/(\w+)Probe:\s+httpGet: \{ path: (\S+), port: http \}/g)]
      expect(probes.map(([, kind, asked]) => `${kind} ${asked}`)).toEqual([
        'startup /livez',
        'liveness /livez',
        'readiness /readyz',
      ])
    }
  })
})
