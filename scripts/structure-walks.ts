// How many files a reader opens to follow one thing through the server, and what makes them more than need be.
import { freeNames, handlerIn, type Module, type Target } from './structure-modules.ts'

type Start = { route: [method: string, url: string] } | { name: string; path: string }
type Walk = { starts: Start[]; most: number }

/** What is followed from where, and how many files it may take. The figures only ever go down. */
export const walks: Record<string, Walk> = {
  'add a third party': { starts: [{ route: ['post', '/thirdparties'] }], most: 12 },
  'upload to approval': {
    starts: [
      { route: ['post', '/dossiers/:dossierId/documents/:documentId/responses'] },
      { path: 'server/src/domain/evaluation/checks/check-response.task.ts', name: 'checkResponse' },
      { route: ['post', '/responses/:responseId/approve'] },
      { route: ['post', '/responses/:responseId/reject'] },
    ],
    // Eight more since files are judged and read: seals, what was read, scans, the search in it (decisions 091, 092,
    // 095, 099).
    most: 66,
  },
}

export const limits = { namesUsedTwice: 0, smallFiles: 0 }

// The kernel is the vocabulary of the house, and a list of exports is passed through, not read.
const isRead = (path: string): boolean => !/\/platform\/kernel\/|\/index\.ts$|\.gen\.ts$/.test(path)

/** The module that declares a name, behind any lists of exports. */
export function declaringModule(modules: ReadonlyMap<string, Module>, target: Target): Target | undefined {
  const module = modules.get(target.path)
  const found = module?.exports.get(target.name)
  if (typeof found === 'string') return { path: target.path, name: found }
  if (found !== undefined) return declaringModule(modules, found)
  for (const path of module?.stars ?? []) {
    const behind = declaringModule(modules, { path, name: target.name })
    if (behind) return behind
  }
  return undefined
}

function startOf(modules: ReadonlyMap<string, Module>, start: Start): { module: Module; names: string[] } {
  if ('name' in start) {
    const module = modules.get(start.path)
    if (!module?.declarations.has(start.name)) throw new Error(`${start.path} declares no ${start.name}`)
    return { module, names: [start.name] }
  }
  const [method, url] = start.route
  for (const module of modules.values()) {
    const handler = module.path.endsWith('.routes.ts') && handlerIn(module, method, url)
    if (handler) return { module, names: freeNames(handler) }
  }
  throw new Error(`No route ${method} ${url} is registered by a call with this text`)
}

/** The files of every function and constant that the starts of a walk reach by value. */
export function filesOf(modules: ReadonlyMap<string, Module>, { starts }: Walk): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (module: Module, name: string): void => {
    const key = `${module.path} ${name}`
    if (seen.has(key)) return
    seen.add(key)
    const node = module.declarations.get(name)
    if (node) {
      files.add(module.path)
      for (const used of freeNames(node)) visit(module, used)
      return
    }
    const imported = module.imports.get(name)
    const target = imported && declaringModule(modules, imported)
    const declaring = target && modules.get(target.path)
    if (declaring) visit(declaring, target.name)
  }
  for (const { module, names } of starts.map((start) => startOf(modules, start))) {
    files.add(module.path)
    for (const name of names) visit(module, name)
  }
  return [...files].filter(isRead).toSorted()
}

/** Exported functions that share their name with one of another file, each with its places. */
export function namesUsedTwice(modules: ReadonlyMap<string, Module>): string[] {
  const places = new Map<string, string[]>()
  for (const { path, exports, functions } of modules.values()) {
    for (const name of exports.values()) {
      if (typeof name !== 'string' || !functions.has(name)) continue
      places.set(name, [...(places.get(name) ?? []), path])
    }
  }
  const twice = [...places].filter(([, paths]) => paths.length > 1)
  return twice.map(([name, paths]) => [name, ...paths].join(' '))
}

/** Files of a few lines that only one other file uses: they belong to it. */
export function smallWithOneUser(modules: ReadonlyMap<string, Module>): string[] {
  const users = new Map<string, Set<string>>()
  for (const { path, named } of modules.values()) {
    for (const target of named) {
      const used = declaringModule(modules, target)?.path ?? target.path
      users.set(used, (users.get(used) ?? new Set()).add(path))
    }
  }
  return [...modules.values()]
    .filter(({ path, lines }) => lines < 20 && isRead(path) && !path.endsWith('.d.ts'))
    .filter(({ path }) => users.get(path)?.size === 1)
    .map(({ path }) => path)
}
