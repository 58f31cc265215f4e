import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadTx, Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'

/** Somebody the journal may one day have to forget. */
export interface Person {
  readonly type: 'USER' | 'CONTACT'
  readonly id: number
}

type AccountScope = Pick<Scope, 'accountId'>
type PersonName = `${Person['type']}:${number}`
export type PersonKeys = ReadonlyMap<string, Buffer>

const keyLength = 32
const nonceLength = 12
const tagLength = 16

export const nameOfPerson = ({ type, id }: Person): PersonName => `${type}:${id}`

/** The keys of these people, made for those who have none yet. Whoever was erased is absent, and stays so. */
export async function keysToSeal(
  tx: Tx,
  scope: AccountScope,
  people: readonly Person[],
): Promise<PersonKeys> {
  const wanted = distinct(people)
  const known = await loadKeys(tx, scope, wanted)
  const missing = wanted.filter((person) => !known.has(nameOfPerson(person)))
  if (missing.length > 0) {
    const newKeys = missing.map(({ type, id }) => ({ type, id, key: randomBytes(keyLength).toString('hex') }))
    await sql`
      insert into person_key (account_id, person_type, person, key)
      select ${scope.accountId}, type, id, decode(key, 'hex')
      from jsonb_to_recordset(${JSON.stringify(newKeys)}::jsonb) as m (type text, id bigint, key text)
      order by type, id on conflict do nothing`.execute(tx)
    // Another transaction may have been first, so the keys are what is stored, not what was made.
    for (const [name, key] of await loadKeys(tx, scope, missing)) known.set(name, key)
  }
  return withoutErased(known)
}

/** Keys for reading; whoever was erased is absent. */
export async function keysToOpen(
  tx: ReadTx,
  scope: AccountScope,
  people: readonly Person[],
): Promise<PersonKeys> {
  return withoutErased(await loadKeys(tx, scope, distinct(people)))
}

/** For somebody who leaves without having left an event: an account can only forget whom it knew. */
export async function rememberPerson(tx: Tx, scope: AccountScope, person: Person): Promise<void> {
  await keysToSeal(tx, scope, [person])
}

/** Destroys the key: what the journal says of this person becomes unreadable. Others' words stay. */
export async function forgetPerson(tx: Tx, scope: AccountScope, { type, id }: Person): Promise<void> {
  // A row also for someone without a key yet, so that nothing is sealed for them later.
  await sql`
    insert into person_key (account_id, person_type, person, key, erased_at)
    values (${scope.accountId}, ${type}, ${id}, null, account_now(${scope.accountId}))
    on conflict (account_id, person_type, person)
    do update set key = null, erased_at = excluded.erased_at where person_key.erased_at is null`.execute(tx)
}

/** Each box has a key of its own, so that one box can be shown to somebody without giving away the person's key. */
export function keyOfBox(personKey: Buffer, box: string): Buffer {
  return boxKey(personKey, Buffer.from(box, 'base64').subarray(0, nonceLength))
}

const boxKey = (personKey: Buffer, nonce: Uint8Array) =>
  createHmac('sha256', personKey).update(nonce).digest()

/** AES-256-GCM; account and person are authenticated too, so that a box cannot be moved to somebody else. */
export function sealFor(scope: AccountScope, person: Person, words: unknown, key: Buffer): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', boxKey(key, nonce), nonce, { authTagLength: tagLength })
  cipher.setAAD(label(scope, nameOfPerson(person)))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(words), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Null when the box was altered or belongs to somebody else. */
export function openBox(scope: AccountScope, name: string, box: string, key: Buffer): unknown {
  const bytes = Buffer.from(box, 'base64')
  if (bytes.length < nonceLength + tagLength) return null
  const nonce = bytes.subarray(0, nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', boxKey(key, nonce), nonce, { authTagLength: tagLength })
  decipher.setAAD(label(scope, name))
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()])
    return JSON.parse(plain.toString('utf8'))
  } catch {
    return null
  }
}

const label = ({ accountId }: AccountScope, name: string) => Buffer.from(`${accountId}:${name}`)

function distinct(people: readonly Person[]): Person[] {
  return [...new Map(people.map((person) => [nameOfPerson(person), person])).values()]
}

/** Null stands for a key that was destroyed. */
async function loadKeys(
  tx: ReadTx,
  { accountId }: AccountScope,
  people: readonly Person[],
): Promise<Map<string, Buffer | null>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ name: string; key: Buffer | null }>`
    select k.person_type || ':' || k.person as name, k.key
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as w (type text, id bigint)
    join person_key k on k.account_id = ${accountId} and k.person_type = w.type and k.person = w.id`.execute(
    tx,
  )
  return new Map(rows.map(({ name, key }) => [name, key]))
}

function withoutErased(keys: ReadonlyMap<string, Buffer | null>): PersonKeys {
  return new Map([...keys].filter((entry): entry is [string, Buffer] => entry[1] !== null))
}
