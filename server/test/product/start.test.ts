import { expect, test } from 'vitest'
import { command } from './product.ts'

test('Settings out of bounds end the start with code 1 and are told all at once', async () => {
  const { code, output } = await command(['serve'], {
    VIGIE_DATA_DIR: '/nowhere',
    PORT: 'http',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://u:hidden-word@127.0.0.1/x',
  })
  expect(code).toBe(1)
  expect(output).toMatch(/PORT must be a whole number from 1 to 65535/)
  expect(output).toMatch(/LOG_LEVEL must be one of/)
  expect(output).toMatch(/DATABASE_URL must be an address/)
  expect(output).not.toMatch(/hidden-word|^\s+at .*:\d+/m)
})

test('A mistyped command is told as one, with the command that was probably meant', async () => {
  const { code, output } = await command(['acount', 'list'], {})
  expect(code).toBe(1)
  expect(output).toMatch(/unknown command 'acount'[^]*account/)
})
