// `npm run dev`: the pages as they are written and an API that restarts on change, at one address.
// Vite answers for the pages and passes everything else on to the API, which listens behind it.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { createServer as createVite } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const host = process.env.HOST ?? '127.0.0.1'
const port = Number(process.env.PORT ?? 8080)
const address = `http://localhost:${port}`
const watchedFolders = [
  'server/src',
  'server/migrations',
  'packages/codes/src',
  'packages/inspect/src',
  'packages/matching/src',
  'packages/ocr/src',
  'packages/readers/src',
  'packages/seals/src',
  'packages/spreadsheet/src',
  'packages/watchlists/src',
  'catalogue',
]
/** An editor writes a file in several steps, and a change of branch writes hundreds. */
const debounceMs = 150
const pollMs = 50

const say = (sentence) => process.stdout.write(`${styleText('dim', 'dev')}  ${sentence}\n`)
const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** The port itself, or any free one for 0; null when somebody else has it. */
function freePort(wanted, on) {
  return new Promise((resolve) => {
    const socket = createSocket()
    socket.once('error', () => resolve(null))
    socket.listen(wanted, on, () => {
      const { port: found } = socket.address()
      socket.close(() => resolve(found))
    })
  })
}

function run(script, options, env = process.env) {
  return spawn(process.execPath, [join(root, script), ...options], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** Types are left to the editor and to `npm test`: checking them would take three times as long. */
function compile() {
  const child = run('node_modules/typescript/bin/tsc', ['-b', 'server/tsconfig.build.json', '--noCheck'])
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

/** The API as a child process. Requests wait for `up()` while it restarts, instead of failing. */
function createApi(apiPort) {
  let child = null
  let waiting = []
  let isClosed = false

  async function waitUntilReady(started) {
    for (;;) {
      if (child !== started) return false
      const answer = await fetch(`http://127.0.0.1:${apiPort}/readyz`).catch(() => null)
      if (answer?.ok) {
        child.isReady = true
        waiting.forEach((resolve) => resolve(true))
        waiting = []
        return true
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  async function start() {
    if (isClosed) return false
    // Links in mails lead to the pages, not to the API behind them.
    const env = { PUBLIC_URL: address, ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) }
    const started = run('server/dist/main.js', ['serve'], env)
    child = started
    started.on('exit', () => {
      if (child !== started) return
      child = null
      waiting.forEach((resolve) => resolve(false))
      waiting = []
      say(styleText('red', 'The API has stopped. It starts again when a file changes.'))
    })
    return waitUntilReady(started)
  }

  async function stop() {
    const running = child
    child = null
    if (running === null || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    await ended
  }

  /** A restart may be under way: what it was about to start stays unstarted. */
  function close() {
    isClosed = true
    return stop()
  }

  const up = () => (child?.isReady ? true : new Promise((resolve) => waiting.push(resolve)))
  return { start, stop, close, up }
}

/** Pages as the service would choose them, everything else as soon as the API is there. */
function vigiePages(api) {
  const pages = { '/app/viewer': '/app/viewer.html', '/app': '/app/' }
  const isPortalPage = (path) => /^\/portal(\/(?!api(\/|$)).*)?$/.test(path)
  return {
    name: 'vigie-pages',
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const [path] = request.url.split('?')
        if (isPortalPage(path)) request.url = '/app/portal.html'
        else if (pages[path]) request.url = pages[path]
        if (request.url.startsWith('/app/') || (await api.up())) return next()
        response.writeHead(503, { 'content-type': 'text/plain' })
        return response.end('The API has stopped; the terminal says why.\n')
      })
    },
  }
}

/** In a server of ours: Vite's own would end the process on a signal before the API has stopped. */
async function openPages(api, apiPort) {
  const server = createHttpServer()
  const vite = await createVite({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [vigiePages(api)],
    server: {
      middlewareMode: true,
      hmr: { server },
      proxy: { '^/(?!app/)': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false } },
    },
  })
  server.on('request', vite.middlewares)
  await new Promise((resolve) => server.listen(port, host, resolve))
  const close = async () => {
    await vite.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { close, reload: () => vite.ws.send({ type: 'full-reload' }) }
}

/** Calls `onChange` once the files have been quiet for a moment, and never twice at a time. */
function watchSources(onChange) {
  let timer = null
  let isBusy = false
  let isStale = false
  const react = async () => {
    if (isBusy) return void (isStale = true)
    isBusy = true
    do {
      isStale = false
      await onChange()
    } while (isStale)
    isBusy = false
  }
  return watchedFolders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|json|sql)$/.test(name) || /\.(test|proof)\.ts$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => void react(), debounceMs)
    }),
  )
}

async function main() {
  const begin = performance.now()
  if ((await freePort(port, host)) === null) {
    say(styleText('red', `Port ${port} of ${host} is in use; choose another with PORT.`))
    return 1
  }
  const apiPort = await freePort(0, '127.0.0.1')
  const api = createApi(apiPort)
  const pages = await openPages(api, apiPort)
  say(
    `${styleText('bold', 'Back-office')}  ${styleText('cyan', `${address}/app/`)}   ${styleText('bold', 'Portal')}  ${styleText('cyan', `${address}/portal`)}`,
  )
  const stopped = new Promise((resolve) => {
    process.once('SIGINT', () => resolve(130))
    process.once('SIGTERM', () => resolve(143))
  })
  if ((await compile()) && (await api.start())) say(`The API is up (${since(begin)}).`)
  const watchers = watchSources(async () => {
    const changed = performance.now()
    // What does not compile leaves the running API as it is.
    if (!(await compile())) return say(styleText('red', 'Not compiled; the API stays as it was.'))
    await api.stop()
    if (!(await api.start())) return
    pages.reload()
    say(`The API is up again (${since(changed)}).`)
  })
  const code = await stopped
  watchers.forEach((watcher) => watcher.close())
  await Promise.all([api.close(), pages.close()])
  return code
}

process.exitCode = await main()
