import { fork, type ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type {
  FromProcess,
  MatchAnswer,
  MatchQuestion,
  SourcedList,
  ToProcess,
  TouchAnswer,
  TouchQuestion,
} from './matcher-messages.ts'

export interface Matcher {
  match(
    question: Omit<MatchQuestion, 'kind' | 'lists'> & { readonly lists: readonly SourcedList[] },
  ): Promise<MatchAnswer>
  touch(question: Omit<TouchQuestion, 'kind'>): Promise<TouchAnswer>
  stop(): void
}

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What Node runs. From the sources (tests) that is the built file too, when it is not older: TypeScript needs a loader
 * that makes every start dear.
 */
function processFile(): { file: string; execArgv: string[] } {
  if (!import.meta.url.endsWith('.ts')) return { file: place('matcher-process.js'), execArgv: [] }
  const source = place('matcher-process.ts')
  const built = place('../../../../dist/domain/screening/matcher/matcher-process.js')
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (age(built) >= age(source)) return { file: built, execArgv: [] }
  return { file: source, execArgv: ['--import', 'tsx', '--conditions=vigie-source'] }
}

const heapMiB = 768

interface MatcherOptions {
  readonly url: string
  /** How to reach the database, and no more: it needs no secret of the others. */
  readonly environment?: Readonly<Record<string, string>>
  readonly idleMs?: number
}

interface Waiting {
  readonly resolve: (answer: MatchAnswer | TouchAnswer) => void
  readonly reject: (error: Error) => void
}

/**
 * The lists and their index live in a process of their own: hundreds of megabytes and whole cores that requests and
 * other jobs never feel. It starts with the first question, so never where no list is, and ends by itself when nobody
 * asks for a while.
 */
export function createMatcher({ url, environment = {}, idleMs = 600_000 }: MatcherOptions): Matcher {
  let child: ChildProcess | null = null
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  const failAll = (message: string) => {
    child = null
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  }

  const start = (): ChildProcess => {
    const { file, execArgv } = processFile()
    const started = fork(file, [], {
      execArgv: [`--max-old-space-size=${heapMiB}`, ...execArgv],
      env: { ...environment },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message: FromProcess) => {
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (waiting.size === 0) letGo(started)
      if ('fault' in message) asked?.reject(new Error(`Screening: ${message.fault}`))
      else asked?.resolve(message.answer)
    })
    started.on('error', (error) => failAll(`The matching process did not start: ${error.message}`))
    started.on('exit', (code) => {
      if (child === started) failAll(`The matching process ended (${code ?? 'killed'}).`)
    })
    started.send({ kind: 'OPEN', url, idleMs } satisfies ToProcess)
    return started
  }

  const ask = (question: MatchQuestion | TouchQuestion) =>
    new Promise<MatchAnswer | TouchAnswer>((resolve, reject) => {
      child ??= start()
      holdOn(child)
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      child.send({ id, question } satisfies ToProcess, (error) => {
        if (error && waiting.delete(id)) reject(error)
      })
    })

  return {
    match: async (question) => (await ask({ ...question, kind: 'MATCH' })) as MatchAnswer,
    touch: async (question) => (await ask({ ...question, kind: 'TOUCH' })) as TouchAnswer,
    stop: () => {
      child?.disconnect()
      child = null
    },
  }
}

// A process that nobody waits for keeps nobody from ending.
function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function holdOn(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
