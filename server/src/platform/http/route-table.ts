import type { FastifyInstance } from 'fastify'
import type { RoutePlan } from './types.ts'

export interface FoundPath {
  readonly plan: RoutePlan
  readonly params: Record<string, string>
  readonly methods: string[]
}

interface Path {
  readonly matcher: RegExp
  readonly plan: RoutePlan
  readonly methods: Set<string>
}

/** Finds the path a request meant when its verb was wrong. Only read on that way, so a walk is good enough. */
export class RouteTable {
  readonly #paths = new Map<string, Path>()

  watch(app: FastifyInstance): void {
    app.addHook('onRoute', (route) => {
      const plan = route.config?.plan
      // A wildcard answers anything below it: it says nothing about one path.
      if (plan === undefined || route.url.includes('*')) return
      const path = this.#paths.get(route.url) ?? { matcher: matcherOf(route.url), plan, methods: new Set() }
      for (const method of [route.method].flat()) path.methods.add(method)
      this.#paths.set(route.url, path)
    })
  }

  find(url: string): FoundPath | null {
    const path = url.split('?', 1)[0] ?? ''
    let found: FoundPath | null = null
    for (const { matcher, plan, methods } of this.#paths.values()) {
      const match = matcher.exec(path)
      if (match === null) continue
      found ??= { plan, params: { ...match.groups }, methods: [] }
      found.methods.push(...methods)
    }
    return found && { ...found, methods: [...new Set(found.methods)].toSorted() }
  }
}

function matcherOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    const name = /^:(\w+)/.exec(part)?.[1]
    return name === undefined ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>[^/]+)`
  })
  return new RegExp(`^${parts.join('/')}$`)
}
