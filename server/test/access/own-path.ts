import type { AccountLine } from './account-line.ts'
import type { Home } from './world.ts'

/** The path of a line, below its base, with things of the own account that nothing was done to yet. */
export async function ownPath(
  world: Pick<Home, 'resources'>,
  { route, ids, names }: AccountLine,
): Promise<string> {
  let path = route.slice(route.indexOf(' ') + 1)
  for (const [name, code] of Object.entries(names ?? {})) path = path.replace(`:${name}`, code)
  for (const [name, kind] of Object.entries(ids ?? {})) {
    path = path.replace(`:${name}`, String(await world.resources[kind].own()))
  }
  return path
}
