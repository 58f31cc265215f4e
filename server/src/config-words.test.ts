import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { secretNames } from './config-secrets.ts'
import { loadConfig } from './config.ts'
import { features } from './config-features.ts'
import { describeSettings } from './config-words.ts'

// The settings of these come into play only with them.
const everything = {
  SMTP_URL: 'smtp://someone:hidden-password@mail.example',
  MAIL_FROM: 'a@b.example',
  S3_BUCKET: 'bucket',
  CHECKPOINT_S3_BUCKET: 'bucket',
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_AUDIENCE: 'vigie',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden-header',
  OPERATOR_TOKEN: 'hidden-token-of-more-than-32-characters',
  WORKER_CONCURRENCY: '7',
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vigie.your-company.fr',
  FRENCH_REGISTER: 'public-search',
  INTERNATIONAL_REGISTERS: 'gleif,vies',
  VIGIE_DATA_DIR: '/var/lib/vigie',
  DATABASE_URL: 'postgres://vigie:hidden-word@db/vigie',
  MAIL_FROM: 'vigie@your-company.fr',
}

it('Every setting that is read stands under one feature, and no other does', () => {
  // Some are read in production alone.
  const read = [everything, { ...everything, ...production }].flatMap((given) => loadConfig(given).settings)
  // What npm says of itself is nobody's setting.
  const settings = new Set(read.map(({ name }) => name).filter((name) => /^[A-Z]/.test(name)))
  const listed = features.flatMap(({ plain, secret }) => [...plain, ...secret])
  expect(listed.toSorted()).toEqual([...settings].toSorted())
})

it('A setting tells where its value comes from, and a secret only whether it is set', () => {
  const shown = describeSettings(loadConfig(everything))
  const find = (name: string) => shown.flatMap(({ settings }) => settings).find((one) => one.name === name)
  expect(find('WORKER_CONCURRENCY')).toMatchObject({ value: '7', source: 'environment' })
  expect(find('PORT')).toMatchObject({ value: '8080', source: 'default' })
  expect(find('SMTP_URL')).toEqual({ name: 'SMTP_URL', source: 'environment', value: null, secret: true })
  expect(find('METRICS_TOKEN')).toMatchObject({ source: 'default', value: null })
  expect(JSON.stringify(shown)).not.toContain('hidden')
  const stateOf = (name: string) => shown.find(({ feature }) => feature === name)?.on
  expect([stateOf('MAIL'), stateOf('VIRUS_SCANNER'), stateOf('SERVICE')]).toEqual([true, false, null])
})

it('A secret from a file shows as set, and neither its words nor its place', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vigie-words-'))
  try {
    const file = path.join(folder, 'token')
    writeFileSync(file, 'hidden-token-of-more-than-32-characters')
    const shown = describeSettings(loadConfig({ OPERATOR_TOKEN_FILE: file }))
    const feature = shown.find((one) => one.feature === 'OPERATOR_TOKEN')
    const secret = { name: 'OPERATOR_TOKEN', source: 'environment', value: null, secret: true }
    expect(feature).toEqual({
      feature: 'OPERATOR_TOKEN',
      on: true,
      by: ['OPERATOR_TOKEN'],
      settings: [secret],
    })
    expect(JSON.stringify(shown)).not.toMatch(/hidden|vigie-words-/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('A feature that can be switched names settings of its own that do it', () => {
  for (const { by, isOn, plain, secret } of features) {
    expect(by.length > 0).toBe(isOn !== null)
    expect([...plain, ...secret]).toEqual(expect.arrayContaining([...by]))
  }
})

it('Every setting that may come from a file is kept as a secret', () => {
  const secrets = features.flatMap(({ secret }) => secret)
  expect(secrets).toEqual(expect.arrayContaining([...secretNames]))
})

it('A setting whose name tells of a secret is kept as one', () => {
  const plain = features.flatMap((feature) => feature.plain)
  expect(
    plain.filter((name) => /SECRET|TOKEN$|PASSWORD|API_KEY|_KEY$/.test(name) && !/_FACTOR_/.test(name)),
  ).toEqual([])
})
