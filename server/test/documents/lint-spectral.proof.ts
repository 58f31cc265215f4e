import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as core from '@stoplight/spectral-core'
import type * as rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'

// Both are CommonJS, whose names an import would not find.
const require = createRequire(import.meta.url)
const { Spectral } = require('@stoplight/spectral-core') as typeof core
const { oas } = require('@stoplight/spectral-rulesets') as typeof rulesets

test('The rules of Spectral for OpenAPI find nothing in the description', { timeout: 300_000 }, async () => {
  const source = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas as never] })
  const faults = await spectral.run(JSON.parse(source) as Record<string, unknown>)
  expect(faults.map(({ code, message, path }) => ({ code, message, place: path.join('/') }))).toEqual([])
})
