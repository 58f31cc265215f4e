import { eventTypes } from '../../../../platform/journal/index.ts'

const eventNames = JSON.stringify(Object.fromEntries(eventTypes.map(({ code, name }) => [code, name])))

/**
 * The verifier that travels in every proof bundle. Kept as text in a module because a build copies only
 * modules; it must stay free of template literals and of anything from outside Node.js.
 */
const text = String.raw`// Verifies a Vigie proof bundle without any network. Run it in the unpacked bundle: node verify.mjs
// It needs nothing but Node.js 18 or later, and it is short so that you can read what it does.
// It ends with code 0 when everything holds, 1 when something is broken, 2 when it could not run.
import { createDecipheriv, createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const own = ['manifest.json', 'verify.mjs']
// Events are hashed with their number; this is how the numbers are called.
const eventNames = 'EVENT NAMES'
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
// Names come from the bundle: they must not steer the terminal.
const say = (text) => console.log(text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?'))

class Broken extends Error {}
const hold = (condition, sentence) => {
  if (!condition) throw new Broken(sentence)
}
const counted = (count, noun) => count + ' ' + noun + (count === 1 ? '' : 's')

function readManifest() {
  const bytes = readFileSync(join(folder, 'manifest.json'))
  const manifest = JSON.parse(bytes.toString('utf8'))
  if (manifest.format !== 'vigie-proof/1') throw new Error('this script reads format vigie-proof/1 only')
  say('Bundle of dossier ' + JSON.stringify(manifest.dossier.reference) + ', made at ' + manifest.producedAt)
  say('SHA-256 of manifest.json: ' + sha256(bytes))
  return manifest
}

// Each listed file is there, is whole, and nothing lies in the bundle that the manifest does not list.
async function checkFiles(files) {
  const listed = new Set(own)
  for (const { path, size, sha256: expected } of files) {
    hold(!listed.has(path.normalize()), 'the file ' + path + ' is listed twice')
    listed.add(path.normalize())
    const hash = createHash('sha256')
    let bytes = 0
    try {
      const real = realpathSync(join(folder, path))
      hold(real.startsWith(realpathSync(folder) + sep), 'the file ' + path + ' lies outside the bundle')
      for await (const chunk of createReadStream(real)) {
        hash.update(chunk)
        bytes += chunk.length
      }
    } catch (error) {
      throw error instanceof Broken ? error : new Broken('the file ' + path + ' cannot be read: ' + error.message)
    }
    hold(bytes === size, 'the file ' + path + ' has ' + bytes + ' bytes instead of ' + size)
    hold(hash.digest('hex') === expected, 'the file ' + path + ' has been changed: its SHA-256 differs')
  }
  for (const path of filesIn('')) hold(listed.has(path.normalize()), 'the file ' + path + ' is not in the manifest')
  say('OK  ' + counted(files.length, 'file') + ': size and SHA-256 as listed, no other file in the bundle')
}

// Hidden files are left to the operating system that made them.
function filesIn(under) {
  const entries = readdirSync(join(folder, under), { withFileTypes: true })
  return entries.filter((entry) => !entry.name.startsWith('.')).flatMap((entry) => {
    const path = under + entry.name
    return entry.isDirectory() ? filesIn(path + '/') : [path]
  })
}

// The hash of an event, over its fields and the hash of the event before it.
function hashOf(accountId, event) {
  return sha256(['v1', accountId, event.seq, event.eventId, event.eventType, event.resourceType,
    event.resourceId, event.thirdpartyId ?? '', event.dossierId ?? '', event.documentId ?? '',
    Date.parse(event.occurredAt), event.actorType, event.actorId ?? '', event.detailHash, event.previousHash,
  ].join('|'))
}

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const merged = (one, other) => Object.entries(other).reduce((all, [key, value]) => ({
  ...all, [key]: isRecord(all[key]) && isRecord(value) ? merged(all[key], value) : value,
}), one)

// The words of an event. Those about people are in boxes; the key of a box is gone once its person was erased.
function openWords(account, name, payload, keys) {
  const { actor = '', data = {}, sealed = [] } = JSON.parse(payload.toString('utf8'))
  return sealed.reduce((words, { person, box }, index) => {
    if (!keys[index]) return { ...words, erased: 1 }
    const bytes = Buffer.from(box, 'base64')
    const key = Buffer.from(keys[index], 'hex')
    let plain = ''
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(account.id + ':' + person)).setAuthTag(bytes.subarray(12, 28))
      plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      hold(false, name + ' cannot be opened with the key given for it')
    }
    const inside = JSON.parse(plain)
    return { ...words, actor: inside.actor ?? words.actor, data: merged(words.data, inside.data ?? {}) }
  }, { actor, data, erased: 0, text: payload.toString('utf8') })
}

function checkEvents(account, journal) {
  const details = new Map()
  let gaps = 0
  let erased = 0
  let before = { seq: 0, hash: sha256('vigie journal ' + account.id), occurredAt: '1970-01-01T00:00:00.000Z' }
  hold(journal.genesis === before.hash, 'the beginning of the chain is not that of account ' + account.id)
  for (const event of journal.events) {
    const name = 'event ' + event.seq
    hold(Number.isSafeInteger(event.seq) && event.seq > before.seq, name + ' is out of order')
    hold(new Date(event.occurredAt).toISOString() === event.occurredAt, name + ' has a time in another form')
    hold(event.occurredAt >= before.occurredAt, name + ' is earlier than the event before it')
    if (event.seq === before.seq + 1) {
      hold(event.previousHash === before.hash, name + ' does not follow event ' + before.seq + ': the link is broken')
    } else gaps += 1
    hold(hashOf(account.id, event) === event.hash, name + ' has been changed: its fields do not give its hash')
    hold(eventNames[event.eventType] === event.eventName, name + ' is called by the name of another kind of event')
    if (event.detail) {
      const { salt, text, base64 } = event.detail
      const payload = text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text, 'utf8')
      hold(/^[0-9a-f]{64}$/.test(salt), name + ' has a salt of another length')
      const digest = sha256(Buffer.from(salt, 'hex'), payload)
      hold(digest === event.detailHash, name + ' has been changed: its detail does not give its digest')
      const words = openWords(account, name, payload, event.detail.keys ?? [])
      erased += words.erased
      const told = JSON.stringify([event.actor ?? '', event.data])
      hold(told === JSON.stringify([words.actor, words.data]), name + ' is told in other words than its detail')
      details.set(event.seq, words)
    } else hold(!event.actor && !event.data, name + ' tells words without the detail that proves them')
    before = event
  }
  say('OK  ' + counted(journal.events.length, 'event') + ': every hash recomputed, ' + details.size + ' with detail')
  if (erased > 0) say('    ' + counted(erased, 'event') + ' with words about people who were erased since: what is left still holds')
  if (gaps > 0) say('    ' + counted(gaps, 'gap') + ' (events of other dossiers): links across them are stated, not proven')
  return details
}

// What a decision says must be what the event that recorded it says.
function checkDecisions(decisions, events, details) {
  const known = new Map(events.map((event) => [event.seq, event]))
  const recorded = decisions.filter((decision) => decision.seq !== null)
  for (const { seq, at, documentId, responseId, outcome, author, comment } of recorded) {
    const event = known.get(seq)
    hold(event, 'a decision refers to event ' + seq + ', which is not in the extract')
    const accepted = event.eventName === 'DOCUMENT_ANSWER_ACCEPTED'
    hold(accepted || event.eventName === 'DOCUMENT_ANSWER_DENIED', 'event ' + seq + ' records no decision')
    const { actor, data: words } = details.get(seq) ??
      { actor: author, data: { responseId, comment, revoked: outcome === 'REVOKED' } }
    const said = accepted ? 'APPROVED' : words.revoked ? 'REVOKED' : 'REJECTED'
    hold(
      at === event.occurredAt && documentId === event.documentId && outcome === said && author === actor &&
        responseId === words.responseId && (comment ?? null) === (words.comment ?? null),
      'a decision differs from event ' + seq + ', which recorded it')
  }
  say('OK  ' + counted(decisions.length, 'decision') + ', ' + recorded.length + ' recorded by an event of the extract')
}

// How many files the journal itself names by digest: for those, an exchange would have to rewrite the chain.
function sayAnchored(files, details) {
  const texts = [...details.values()].map(({ text, data }) => text + JSON.stringify(data))
  const anchored = files.filter((file) => texts.some((text) => text.includes(file.sha256)))
  say('    ' + anchored.length + ' of ' + counted(files.length, 'file') + ' named by digest in the journal extract')
}

function checkCheckpoint(account, checkpoint, events) {
  if (!checkpoint) return say('--  no checkpoint in this bundle')
  const { seq, hash, at, signature } = checkpoint
  const reached = events.find((event) => event.seq === seq)
  if (reached) hold(reached.hash === hash, 'event ' + seq + ' differs from the checkpoint: the chain was rewritten')
  say((reached ? 'OK  checkpoint at event ' : '--  checkpoint lies outside the extract, at event ') + seq + ', ' + at)
  if (!signature) return say('--  the checkpoint is not signed')
  const key = createPublicKey(signature.publicKey)
  hold(key.asymmetricKeyType === 'ed25519', 'the checkpoint is signed with a key of another kind')
  const text = ['vigie checkpoint', 'v1', account.id, seq, hash, Date.parse(at)].join('|')
  const genuine = verify(null, Buffer.from(text), key, Buffer.from(signature.value, 'base64'))
  hold(genuine, 'the signature of the checkpoint does not hold')
  say('OK  checkpoint signed by the key with SHA-256 ' + sha256(key.export({ type: 'spki', format: 'der' })))
  say('    Compare that digest with the one the service publishes: the key itself comes from this bundle.')
}

try {
  const { account, files, journal, decisions, checkpoint } = readManifest()
  await checkFiles(files)
  const details = checkEvents(account, journal)
  checkDecisions(decisions, journal.events, details)
  sayAnchored(files, details)
  checkCheckpoint(account, checkpoint, journal.events)
  say('RESULT: OK, nothing in this bundle is broken')
} catch (error) {
  say(error instanceof Broken ? 'RESULT: BROKEN, ' + error.message : 'RESULT: NOT VERIFIED, ' + error.message)
  process.exitCode = error instanceof Broken ? 1 : 2
}
`

export const verifyScript = text.replace("'EVENT NAMES'", () => eventNames)
