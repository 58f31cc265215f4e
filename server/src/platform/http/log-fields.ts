/** What runs: the same program, asked for different things. */
export type ProcessKind = 'service' | 'worker' | 'command'

/**
 * A list of every field that a line of the log may have, with what it means. What is not listed is not written: the log
 * is read by many and kept for long, so a name or an address that slips into a call must find no place in it.
 */
export const logFields = {
  time: 'when, in UTC, as ISO 8601',
  level: '`debug`, `info`, `warn`, `error` or `fatal`',
  process: '`service` or `worker`: what wrote the line',
  msg: 'what happened, one of the sentences of the program',
  requestId: 'the request, as its answer names it in `X-Request-Id`, and a problem in `instance`',
  account: 'number of the account',
  actor: 'who asked: `user:`, `client:` or `contact:` and a number; never a name',
  operation: 'operationId of the route, as in the description of the API',
  method: 'verb of the request',
  route: 'pattern of the path, with the names of its parameters instead of their values',
  status: 'status of the answer; of a job `done`, `retried`, `failed`, `handed-back` or `superseded`',
  durationMs: 'how long the request or the job took',
  code: 'code of the problem, or of a fault',
  deprecated: 'operationId of a deprecated route that was called',
  traceId: 'trace the request or job belongs to (W3C Trace Context)',
  spanId: 'our part of that trace',
  task: 'name of the job’s task',
  jobId: 'number of the job',
  attempt: 'how often the job was tried, this time included',
  fault: 'kind, code and place of a fault; never its message',
  err: 'a fault: `type`, `code`, `constraint`, `message` where it cannot quote anything, `stack`, `cause`',
  alarm: 'a fault the operator must look into: code of the problem',
  part: 'part of the service that is not in order',
  workerId: 'a queue of this process, as leases name it',
  concurrency: 'jobs a worker runs at once',
  handedBack: 'jobs given back at the end of a worker',
  freed: 'jobs taken over from a dead worker',
  found: 'jobs that were locked and never received',
  schedules: 'schedules that were set back with the clock',
  dependency: 'kind of a service outside, as in the metrics',
  name: 'which of several registers, lists or anchors',
  downSeconds: 'how long a service outside was away',
  stepSeconds: 'by how much the clock was set',
  database: 'state of the database: `well`, `gone` or `read-only`',
  quarantine: 'when a restored copy was taken and restored',
  mailId: 'number of a mail',
  evidenceId: 'number of a file of evidence',
  dossierId: 'number of a dossier',
  exportId: 'number of an export of an account',
  fileId: 'number of a file',
  thirdpartyId: 'number of a third party',
  attributeId: 'number of an attribute',
  reason: 'cause of a refusal, a word of the program',
  failure: 'why an attribute could not be calculated, a word of the program',
  state: 'state that was found, a word of the program',
  count: 'how many',
  asked: 'requests to registers',
  removed: 'files or uploads that were removed',
  copy: 'name of a backup',
  copies: 'backups that were removed',
  added: 'objects a backup added',
  files: 'files of a backup',
  missing: 'files a backup could not find',
  objects: 'objects that were removed',
  lists: 'lists to screen against',
  dataset: 'dataset of the screening service, as the operator set it',
  source: 'list to screen against',
  check: 'check that no list answers',
  accounts: 'how many accounts it concerns',
  kind: 'kind of trouble with a list',
  hours: 'hours since a list was fetched',
  days: 'days since a list was confirmed',
  limit: 'most days a list may go without being confirmed',
  chain: 'which of the two journals',
  seq: 'place in a journal',
  brokenSeq: 'place at which a journal contradicts its checkpoint',
  attempts: 'how often a checkpoint was sent',
  target: 'anchor that did not take a checkpoint',
  setting: 'setting to look at',
  lost: 'lines that could not be written',
  unlisted:
    'names of fields that were left out because they are not in this list: a mistake of ours, please report it',
} as const satisfies Record<string, string>

/** Names that callers within the program use for the same thing. */
const synonyms: Readonly<Record<string, string>> = { accountId: 'account' }

// Beyond this it is no word of ours.
const longest = 300

/** The values of a line under their names, without any that have no place in the log. */
export function keepListed(line: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  let unlisted: string[] | undefined
  for (const given of Object.keys(line)) {
    const value = line[given]
    if (value === undefined) continue
    const name = synonyms[given] ?? given
    if (Object.hasOwn(logFields, name)) kept[name] = name === 'err' ? value : keepPlain(value)
    else (unlisted ??= []).push(given)
  }
  if (unlisted) kept['unlisted'] = unlisted
  return kept
}

/** Numbers, words and times; a text that looks like an address of mail is none of ours. */
function keepPlain(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('@') ? '[redacted]' : value.slice(0, longest)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.slice(0, 20).map((each) => keepPlain(each))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, keepPlain(each)]))
}
