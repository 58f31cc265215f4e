import { sql } from 'kysely'
import type { Tx } from '../../src/platform/db/index.ts'
import { genesis, linkHash } from '../../src/platform/journal/index.ts'

/** Where to tamper. `other` is a different event of the same chain, `step` any number from 1 on. */
export interface Target {
  accountId: number
  neighbourId: number
  length: number
  seq: number
  other: number
  step: number
}

export interface Mutation {
  name: string
  apply(tx: Tx, at: Target): Promise<unknown>
  /** The event the verifier must name; the target itself unless told. */
  names?: (at: Target) => number
  /** It shows at the end of the chain, wherever the named event is. */
  atEnd?: true
}

const first = ({ seq, other }: Target) => Math.min(seq, other)
const last = ({ length }: Target) => length

/** A statement with :account, :seq and so on in place of the target's numbers. */
async function run(tx: Tx, text: string, at: Target): Promise<void> {
  const values: Record<string, number> = { ...at, account: at.accountId, neighbour: at.neighbourId }
  const filled = text.replace(/(?<!:):([a-z]+)/g, (_, name: string) => String(values[name]))
  for (const statement of filled.split(';')) await sql.raw(statement).execute(tx)
}

function changed(table: string, assignment: string, name = `${table}: ${assignment}`): Mutation {
  return {
    name,
    apply: (tx, at) =>
      run(tx, `update ${table} set ${assignment} where account_id = :account and seq = :seq`, at),
  }
}

function done(name: string, text: string, names?: (at: Target) => number): Mutation {
  return { name, apply: (tx, at) => run(tx, text, at), ...(names && { names }) }
}

const shownAtEnd = (mutation: Mutation): Mutation => ({ ...mutation, atEnd: true })

const flip = (column: string) =>
  `${column} = set_byte(${column}, :step % length(${column}), get_byte(${column}, :step % length(${column})) # 1)`
const here = 'where account_id = :account and seq = :seq'
const columns = `event_id, event_type, resource_type, resource_id, thirdparty_id, dossier_id, document_id`
const rest = 'actor_type, actor_id, detail_hash, hash'
const copyOf = (seq: string, time: string) =>
  `insert into event select account_id, ${seq}, ${columns}, ${time}, ${rest} from event ${here}`
const head = (assignment: string) => `update journal_head set ${assignment} where account_id = :account`

const columnChanges: Mutation[] = [
  changed('event', 'account_id = :neighbour, seq = seq + 100000'),
  changed('event', 'seq = seq + 100000'),
  changed('event', 'event_id = event_id + :step'),
  changed('event', 'event_type = event_type + 1 + :step % 20'),
  changed('event', 'event_type = 99'),
  changed('event', 'resource_type = resource_type % 3 + 1'),
  changed('event', 'resource_id = resource_id + :step'),
  changed('event', 'thirdparty_id = thirdparty_id + :step'),
  changed('event', 'thirdparty_id = null'),
  changed('event', 'dossier_id = coalesce(dossier_id, 0) + :step'),
  changed('event', 'document_id = coalesce(document_id, 0) + :step'),
  changed('event', `occurred_at = occurred_at + interval '1 microsecond'`),
  changed('event', `occurred_at = occurred_at - interval '1 microsecond'`),
  changed('event', `occurred_at = occurred_at + interval '1 millisecond'`),
  changed('event', `occurred_at = occurred_at - interval '1 millisecond' * :step`),
  changed('event', `occurred_at = occurred_at + interval '1 month' * :step`),
  changed('event', `occurred_at = 'infinity'`),
  changed('event', `occurred_at = '0044-03-15 BC'`),
  changed('event', `actor_type = 'PROVIDER'`),
  changed('event', 'actor_id = actor_id + :step'),
  changed('event', 'actor_id = null'),
  changed('event', flip('detail_hash'), 'event: a bit of detail_hash'),
  changed('event', flip('hash'), 'event: a bit of hash'),
  changed('event_detail', flip('salt'), 'event_detail: a bit of salt'),
  changed('event_detail', flip('payload'), 'event_detail: a bit of payload'),
  changed('event_detail', `payload = ''`),
  done(
    'event_detail: a byte moved from salt to payload',
    `alter table event_detail drop constraint event_detail_salt_check;
     update event_detail set salt = substr(salt, 1, 31), payload = substr(salt, 32) || payload ${here}`,
  ),
]

const rowChanges: Mutation[] = [
  done('an event removed', `delete from event ${here}`),
  done('an event removed with its detail', `delete from event ${here}; delete from event_detail ${here}`),
  done('a detail removed', `delete from event_detail ${here}`),
  done('a second event under the same number, later', copyOf('seq', `occurred_at + interval '1 ms'`)),
  done('a second event under the same number, earlier', copyOf('seq', `occurred_at - interval '1 ms'`)),
  done('an event put before the first', copyOf('1 - :step', 'occurred_at'), ({ step }) => 1 - step),
  done('an event put after the last', copyOf(':length + 1', 'occurred_at'), ({ length }) => length + 1),
  done(
    'an event put far behind the last',
    copyOf(':length + 1 + :step', 'occurred_at'),
    ({ length }) => length + 1,
  ),
  done(
    'two events swapped',
    `update event set seq = -1 ${here};
     update event set seq = :seq where account_id = :account and seq = :other;
     update event set seq = :other where account_id = :account and seq = -1`,
    first,
  ),
  done(
    'two details swapped',
    `update event_detail set seq = -1 ${here};
     update event_detail set seq = :seq where account_id = :account and seq = :other;
     update event_detail set seq = :other where account_id = :account and seq = -1`,
    first,
  ),
  done('the tail cut', 'delete from event where account_id = :account and seq >= :seq'),
  done(
    'a detail put after the last event',
    `insert into event_detail select account_id, :length + :step, salt, payload from event_detail ${here}`,
    ({ length, step }) => length + step,
  ),
  shownAtEnd(
    done(
      'a detail put before the first event',
      `insert into event_detail select account_id, 1 - :step, salt, payload from event_detail ${here}`,
      ({ step }) => 1 - step,
    ),
  ),
]

const headChanges: Mutation[] = [
  done('the head removed', 'delete from journal_head where account_id = :account', last),
  done('the head set back', head('seq = :seq - 1'), ({ seq }) => seq),
  done('the head set ahead', head('seq = seq + :step'), ({ length }) => length + 1),
  done('the head with another hash', head(flip('hash')), last),
  done('the head with another time', head(`occurred_at = occurred_at - interval '1 us' * :step`), last),
  {
    name: 'a well-linked event after the last, its detail included',
    apply: async (tx, at) => {
      await run(
        tx,
        copyOf(':length + 1', '(select max(occurred_at) from event where account_id = :account)'),
        at,
      )
      await run(
        tx,
        `insert into event_detail select account_id, :length + 1, salt, payload from event_detail ${here}`,
        at,
      )
      await rehash(tx, at.accountId, at.length + 1)
    },
    names: ({ length }) => length + 1,
  },
]

export const mutations: Mutation[] = [...columnChanges, ...rowChanges, ...headChanges.map(shownAtEnd)]

/** What a forger who knows the method does: links the event anew to the one before it. */
export async function rehash(tx: Tx, accountId: number, seq: number): Promise<void> {
  const find = (number: number) =>
    tx
      .selectFrom('event')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('seq', '=', number)
      .executeTakeFirst()
  const event = await find(seq)
  const previous = await find(seq - 1)
  if (!event) throw new Error('no such event')
  const hash = linkHash(event, previous?.hash ?? genesis(accountId))
  await tx
    .updateTable('event')
    .set({ hash })
    .where('account_id', '=', accountId)
    .where('seq', '=', seq)
    .execute()
}
