// Runs as a process of its own: matcher.ts asks it over a channel, and its end is the end of this process.
import { setPriority } from 'node:os'
import { createPool, openDatabase } from '../../../platform/db/index.ts'
import { ListIndexes } from './list-indexes.ts'
import type { FromProcess, MatchQuestion, ToProcess, TouchQuestion } from './matcher-messages.ts'

const lowPriority = 10

let indexes: ListIndexes | null = null
let idle: NodeJS.Timeout | undefined
let idleMs = 0
// One after the other: a run takes one core, however many ask.
let turn: Promise<void> = Promise.resolve()

process.on('message', (message: ToProcess) => {
  if ('id' in message) turn = turn.then(() => answer(message.id, message.question))
  else {
    setPriority(lowPriority)
    idleMs = message.idleMs
    const pool = createPool({
      url: message.url,
      max: 1,
      applicationName: 'vigie screening',
      statementTimeoutMs: 0,
    })
    indexes = new ListIndexes(openDatabase(pool))
  }
})
process.on('disconnect', () => process.exit(0))

async function answer(id: number, question: MatchQuestion | TouchQuestion): Promise<void> {
  clearTimeout(idle)
  const reply = await answerOf(question).then(
    (found): FromProcess => ({ id, answer: found }),
    (error: unknown): FromProcess => ({ id, fault: error instanceof Error ? error.message : String(error) }),
  )
  process.send?.(reply)
  idle = setTimeout(() => process.exit(0), idleMs)
}

function answerOf(question: MatchQuestion | TouchQuestion) {
  if (!indexes) throw new Error('Asked before it was opened.')
  return question.kind === 'MATCH' ? indexes.match(question) : indexes.touch(question)
}
