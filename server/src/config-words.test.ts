import { expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { describeSettings, features } from './config-words.ts'

// The settings of these come into play only with them.
const everything = {
  SMTP_URL: 'smtp://someone:hidden-password@mail.example',
  MAIL_FROM: 'a@b.example',
  S3_BUCKET: 'bucket',
  CHECKPOINT_S3_BUCKET: 'bucket',
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_AUDIENCE: 'vigie',
  OPERATOR_TOKEN: 'hidden-token-of-more-than-32-characters',
  WORKER_CONCURRENCY: '7',
}

it('Every setting that is read stands under one feature, and no other does', () => {
  const read = loadConfig(everything).settings.map(({ name }) => name)
  // What npm says of itself is nobody's setting.
  const settings = read.filter((name) => /^[A-Z]/.test(name))
  const listed = features.flatMap(({ plain, secret }) => [...plain, ...secret])
  expect(listed.toSorted()).toEqual(settings.toSorted())
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
  expect([stateOf('mail'), stateOf('virus scanner'), stateOf('service')]).toEqual([true, false, null])
})

it('A setting whose name tells of a secret is kept as one', () => {
  const plain = features.flatMap((feature) => feature.plain)
  expect(
    plain.filter((name) => /SECRET|TOKEN$|PASSWORD|API_KEY|_KEY$/.test(name) && !/_FACTOR_/.test(name)),
  ).toEqual([])
})
