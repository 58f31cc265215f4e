import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts, type TextGroup } from '../i18n/index.ts'

/** A screen fetched when it is first wanted, together with its words. */
export const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  group: TextGroup,
  load: () => Promise<Module>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    // The words of the first page are those that every page uses.
    const [module] = await Promise.all([load(), loadTexts('home'), loadTexts(group)])
    return module
  }, name)
