import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testApp } from '../harness/index.ts'
import { buildPages, follow, openPage, seriousFindings, sidewaysScroll, signIn } from './browser.ts'
import type { Desk } from './deeds.ts'
import { pagesWorld } from './pages-world.ts'
import { placesOf, type Place } from './places.ts'

export interface Tour extends Desk {
  readonly url: string
  readonly places: readonly Place[]
  readonly complaints: string[]
  close(): Promise<void>
}

/** A browser in front of an account in which every page has something to show. */
export async function openTour(): Promise<Tour> {
  const [t, { page, complaints }] = await Promise.all([testApp(), openPage(), buildPages()])
  const url = await t.listen()
  const w = await pagesWorld(t)
  return {
    t,
    w,
    url,
    page,
    complaints,
    places: placesOf(w, await w.beginSignIn()),
    address: (path) => (path.startsWith('/app/') ? path : `/app/account/${w.accountId}${path}`),
    close: async () => {
      await page.context().close()
      await t.close()
    },
  }
}

type Language = 'en' | 'fr'

/** The page has its title and shows no place that waits for something. */
export async function awaitPlace(page: Page, place: Place, language: Language = 'en'): Promise<void> {
  const { shows } = place
  await page.locator('h1').filter({ hasText: place[language] }).first().waitFor()
  if (shows !== undefined) await page.locator(shows).first().waitFor()
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

/** To the first page of the account. */
export async function enterAccount({ page, url, w, places: [dashboard] }: Tour): Promise<void> {
  await page.goto(url)
  await signIn(page, w.person)
  if (dashboard !== undefined) await awaitPlace(page, dashboard)
}

/** Every page comes, is no wider than the screen and can be used by everyone. */
export async function lookAtAll({ page, w, address }: Tour, language: Language): Promise<void> {
  const places = placesOf(w, await w.beginSignIn())
  for (const place of places) {
    const { path, part = 'main' } = place
    await follow(page, address(path))
    await awaitPlace(page, place, language)
    // The frame around all pages is looked at with the first of them.
    const within = place === places[0] ? undefined : part
    const findings = await seriousFindings(page, within)
    expect.soft([path, language, findings]).toEqual([path, language, []])
    const excess = language === 'fr' ? (place.frenchExcess ?? 0) : 0
    expect.soft(await sidewaysScroll(page), `${path}, ${language}: sideways`).toBeLessThanOrEqual(excess)
  }
}

// What somebody would do to the account; opening and reading are for everyone.
const acts = `add|new|approve|archive|ask|answer|change|comment|delete|edit|erase|import|invite|open a dossier
publish|put|reject|remove|renew|rule|save|select|send|set|stop|switch|withdraw|take back|read the register`
  .split(/[|\n]/)
  .join('|')

/** What can be pressed, switched or filled to change something. */
export function findOffers(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const inside = (what) => [...document.querySelectorAll('main, [role=dialog]')]
      .flatMap((part) => [...part.querySelectorAll(what)])
    const named = inside('button:enabled, input[type=checkbox]:enabled')
      .filter((one) => one.checkVisibility())
      .map((one) => (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).trim())
      .filter((name) => /^(${acts})\\b/i.test(name))
    return [...named, ...inside('textarea, input[type=file]').map(({ id }) => id)]
  })()`)
}

/** Somebody who may only read walks through the places and finds nothing to press. */
export async function expectReadOnly(tour: Tour, places: readonly Place[]): Promise<void> {
  const { t, w, url, address } = tour
  const { page: reader, complaints } = await openPage()
  await reader.goto(`${url}${address('')}`)
  await signIn(reader, await t.given.person([w.accountId], ['READER']))
  for (const place of places) {
    await follow(reader, address(place.path))
    await awaitPlace(reader, place)
    expect.soft([place.path, await findOffers(reader)]).toEqual([place.path, []])
  }
  expect(await reader.getByRole('link', { name: 'Mailbox' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await reader.context().close()
}
