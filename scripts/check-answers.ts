// Compares what the service answered in the tests with what openapi.json says of it, and that with what was seen.
// Run: tsx scripts/check-answers.ts <folder of records>
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Description, type GivenAnswer } from '../server/test/contract/description.ts'

// Tests make up events of their own; those that the product records are held against their schemas as they are told.
const ofMadeUpEvents = new Set(['readEvents'])
// What is left of an answer that is repeated after the person in it was erased.
const erased = '{}'

function* readRecords(folder: string): Generator<GivenAnswer> {
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n'))
      if (line !== '') yield JSON.parse(line) as GivenAnswer
  }
}

function main(folder: string): number {
  const description = new Description()
  const faults = new Map<string, string>()
  const seen = new Set<string>()
  let count = 0
  for (const answer of readRecords(folder)) {
    // What is not published: health, pages, directories with a standard of their own.
    if (!description.operations.has(answer.operationId)) continue
    count += 1
    seen.add(`${answer.operationId} ${answer.status}`)
    const isExempt =
      answer.body === erased || (ofMadeUpEvents.has(answer.operationId) && answer.status === 200)
    const fault = isExempt ? null : description.faultOf(answer)
    if (fault !== null)
      faults.set(`${answer.operationId} ${answer.status}: ${fault}`, answer.body.slice(0, 300))
  }
  for (const [fault, body] of faults) console.error(`✗ ${fault}\n  ${body}`)
  const missing = [...description.operations.values()].flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => `${operationId} ${status}`)
      .filter((success) => !seen.has(success)),
  )
  for (const success of missing) console.error(`✗ ${success}: described, and answered in no test`)
  const bad = faults.size + missing.length
  console.log(`${count} different answers compared with openapi.json: ${bad} faults`)
  return bad === 0 ? 0 : 1
}

process.exitCode = main(process.argv[2] ?? '')
