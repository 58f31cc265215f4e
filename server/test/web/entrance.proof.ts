import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { seriousFindings, sidewaysScroll } from './browser.ts'
import {
  createNewcomer,
  forgetVisit,
  goodPassword,
  invite,
  openEntrance,
  type Entrance,
} from './entrance-world.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let entrance: Entrance
let vigie: TestApp
let url: string
let page: Page
let complaints: string[]

beforeAll(async () => {
  entrance = await openEntrance()
  ;({ vigie, url, page, complaints } = entrance)
}, 300_000)

afterAll(() => entrance.close())

const field = (name: string) => page.getByLabel(name, { exact: true })

test(
  'The password page is accessible, in French too, light and dark, wide and narrow',
  withPatience,
  async () => {
    const scan = async (name: string, colorScheme: 'light' | 'dark', width: number) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 740 })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
      expect([name, await seriousFindings(page)]).toEqual([name, []])
      await expect.poll(() => sidewaysScroll(page), { message: `${name}: sideways` }).toBeLessThanOrEqual(0)
    }
    const { token, link } = await createNewcomer(entrance)
    await page.goto(url)
    await page.evaluate(`localStorage.setItem('vigie-language', 'fr')`)
    await page.goto('about:blank')
    await page.goto(link)
    await field('Nouveau mot de passe').fill('abcdefabcdef')
    await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
    await page.getByText('Variez davantage.').waitFor()
    await scan('weak', 'light', 1280)
    await scan('weak', 'dark', 360)
    const body = { token, password: goodPassword }
    expect((await vigie.call('POST', '/auth/set-password', { body })).statusCode).toBe(204)
    await field('Nouveau mot de passe').fill(goodPassword)
    await field('Répétez le mot de passe').fill(goodPassword)
    await page.keyboard.press('Enter')
    await page.getByText('Ce lien ne fonctionne plus').waitFor()
    await scan('used', 'dark', 360)
    await scan('used', 'light', 1280)
    expect(complaints).toEqual([])
  },
)

test('An invitation can be declined, in French, on a phone, in the dark', withPatience, async () => {
  const link = await invite(entrance, entrance.office, `no-${randomUUID()}@people.example`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await forgetVisit(entrance)
  await page.goto(link)
  await page.getByText('Rien ne se passe sans votre accord.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Refuser' }).click()
  await page.getByText('Vous avez refusé l’invitation').waitFor()
  expect(complaints).toEqual([])
})
