// The layers of the server, and the only directions in which they may import one another.

const PLATFORM = new Map<string, string[]>([
  ['kernel', []],
  ['pdf', ['kernel']],
  ['metrics', ['kernel']],
  ['outgoing', ['metrics', 'kernel']],
  ['db', ['metrics', 'kernel']],
  ['jobs', ['db', 'metrics', 'kernel']],
  ['journal', ['jobs', 'db', 'metrics', 'kernel']],
  ['files', ['db', 'metrics', 'kernel']],
  ['limits', ['db', 'kernel']],
  ['http', ['limits', 'db', 'metrics', 'kernel']],
  ['lists', ['http', 'journal', 'db', 'kernel']],
  ['administration', ['lists', 'journal', 'db', 'metrics', 'kernel']],
  ['backup', ['administration', 'journal', 'files', 'db', 'kernel']],
  ['mail', ['lists', 'http', 'jobs', 'db', 'metrics', 'kernel']],
])

// A noun may use the nouns that stand before it.
const DOMAIN = [
  'accounts',
  'provisioning',
  'teams',
  'external-references',
  'references',
  'thirdparties',
  'units',
  'forms',
  'attributes',
  'tasks',
  'owners',
  'imports',
  'views',
  'contacts',
  'trust',
  'evaluation',
  'comments',
  'invitations',
  'approvals',
  'monitoring',
  'datahub',
  'watchlists',
  'screening',
  'findings',
  'retention',
  'indicators',
  'renewals',
  'rules',
  'my-work',
  'relationships',
  'webhooks',
  'alerts',
  'anchors',
  'statistics',
  'events',
  'administration',
  'sandbox',
  'leaving',
  'operator',
]

// A large noun has floors of its own; a floor may use those that stand before it.
const FLOORS = new Map([
  [
    'domain/evaluation',
    ['catalogue', 'status', 'bank', 'answers', 'dossiers', 'files', 'review', 'checks', 'publishing'],
  ],
])

const platform = [...PLATFORM.keys()].map((name) => `platform/${name}`)
const domain = DOMAIN.map((name) => `domain/${name}`)

// Beside the nouns, and used through their index.ts like them.
const FACED = new Set(['portal', 'agents'])

type Row = [unit: string, mayImport: string[]]
const MAY_IMPORT = new Map<string, string[]>([
  ...[...PLATFORM].map(([name, below]): Row => [`platform/${name}`, below.map((it) => `platform/${it}`)]),
  ...domain.map((unit, i): Row => [unit, [...platform, ...domain.slice(0, i)]]),
  ['portal', [...platform, ...domain]],
  // Calls the routes as any caller would; it needs to know hardly anything of the domain.
  ['agents', [...platform, ...domain]],
  ['config', platform],
  ['app and worker', ['config', 'portal', 'agents', ...platform, ...domain]],
  ['main and commands', ['app and worker', 'config', 'portal', 'agents', ...platform, ...domain]],
])

// The pages likewise; the portal and the viewer are small applications of their own.
const WEB = new Map<string, string[]>([
  ['i18n', []],
  ['api', ['i18n']],
  ['ui', ['api', 'i18n']],
  // The messages between a page and the viewer's frame are defined by the viewer.
  ['parts', ['viewer', 'ui', 'api', 'i18n']],
  ['screens', ['parts', 'ui', 'api', 'i18n']],
  ['portal', ['ui', 'api', 'i18n']],
  ['viewer', ['ui']],
  ['app', ['screens', 'parts', 'ui', 'api', 'i18n']],
])

// Packages stand below the platform: the server uses them by name, and they know nothing of it.
const packageOf = (path: string): string | undefined => /^packages\/[^/]+\//.exec(path)?.[0]

export const inProduct = (path: string): boolean => path.startsWith('server/src/')
export const inPackage = (path: string): boolean => /^packages\/[^/]+\/src\//.test(path)
export const isTest = (path: string): boolean =>
  /\.(test|proof)\.tsx?$/.test(path) || /^(server\/test|packages\/[^/]+\/(test|samples))\//.test(path)

function unitOf(path: string): string {
  const parts = path.replace('server/src/', '').split('/')
  if (parts[0] === 'main.ts' || parts[0] === 'commands') return 'main and commands'
  if (/^config(-.+)?\.ts$/.test(parts[0] ?? '')) return 'config'
  if (parts.length === 1 || parts[0] === 'demo') return 'app and worker'
  return FACED.has(parts[0] ?? '') ? (parts[0] ?? '') : parts.slice(0, 2).join('/')
}

export function placeFault(path: string): string | undefined {
  if (!inProduct(path) || MAY_IMPORT.has(unitOf(path))) return undefined
  return `${unitOf(path)} has no place in the layers; give it one in scripts/structure-layers.ts`
}

/** What is wrong with `path` importing `to` (both from the root of the repository), if anything. */
export function importFault(path: string, to: string): string | undefined {
  if (/^(web|client)\//.test(path)) {
    const reachesServer = /^(server|@vigie\/server)(\/|$)/.test(to)
    if (reachesServer) return `${path.split('/')[0]} must not import anything of the server (${to})`
    return pageFault(path, to)
  }
  if (inPackage(path)) return packageFault(path, to)
  const isOurs = /^(server|web|client|packages|scripts|bench|torture)\//.test(to)
  if (!inProduct(path) || !isOurs) return undefined
  if (packageOf(to) !== undefined) return `a package is imported by its name, not as ${to}`
  if (!inProduct(to)) return `the server must not import ${to}, which is outside server/src`
  if (isTest(to)) return `product code must not import the test file ${to}`
  return floorFault(path, to) ?? directionFault(unitOf(path), unitOf(to), to)
}

function packageFault(path: string, to: string): string | undefined {
  const own = packageOf(path) ?? ''
  const isForeign = /^(@vigie|server|web|client|packages|scripts|bench|torture)\//.test(to)
  if (isForeign && !to.startsWith(own)) return `${own} must not import ${to}: it knows nothing of the rest`
  return to.startsWith(own) && !inPackage(to) ? `product code must not import the test file ${to}` : undefined
}

function floorFault(path: string, to: string): string | undefined {
  const unit = unitOf(path)
  const floors = FLOORS.get(unit)
  if (floors === undefined || unitOf(to) !== unit) return undefined
  const [from = '', target = ''] = [path, to].map(
    (one) => one.replace(`server/src/${unit}/`, '').split('/')[0],
  )
  // What stands beside the floors shows them to the outside, and no floor uses it.
  if (from.endsWith('.ts') || target === 'index.ts') return undefined
  if (!floors.includes(from))
    return `${unit} has no floor ${from}; give it one in scripts/structure-layers.ts`
  return floors.includes(target) && floors.indexOf(target) <= floors.indexOf(from)
    ? undefined
    : `${unit}/${from} must not import ${target}: imports go downward`
}

function pageFault(path: string, to: string): string | undefined {
  const [from, target] = [path, to].map((one) => /^web\/src\/(\w+)\//.exec(one)?.[1])
  if (from === undefined || target === undefined || from === target) return undefined
  const mayImport = WEB.get(from)
  if (mayImport === undefined) return `web/src/${from} has no place in the layers of the pages`
  return mayImport.includes(target) ? undefined : `${from} must not import ${target}: imports go downward`
}

function directionFault(from: string, target: string, to: string): string | undefined {
  const face = `server/src/${target}/index.ts`
  if (from === target) return to === face ? 'a folder must not import its own index.ts' : undefined
  if (!MAY_IMPORT.get(from)?.includes(target)) return `${from} must not import ${target}: imports go downward`
  const hasFace = target.includes('/') || FACED.has(target)
  return hasFace && to !== face ? `${target} is used only through its index.ts, not ${to}` : undefined
}
