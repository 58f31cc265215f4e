import { sampleFile } from '@vigie/watchlists/samples'
import { createUser } from '../../server/src/domain/accounts/index.ts'
import { listChanged } from '../../server/src/domain/screening/index.ts'
import { importList } from '../../server/src/domain/watchlists/index.ts'
import type { Db } from '../../server/src/platform/db/index.ts'
import type { Role } from '../../server/src/platform/kernel/index.ts'
import { until } from '../../server/test/product/processes.ts'
import { quickHash } from '../../server/test/harness/quick-hash.ts'
import { isIdle, makeModel } from '../growth.ts'
import { nameOf } from './synthetic-companies.ts'
import type { Tools } from './tools.ts'

export const modelSize = 250
export const password = 'a long password of the bench'

/** Who works in every account; the first part of the address names the role. */
export const people: readonly { name: string; roles: readonly Role[] }[] = [
  { name: 'holder', roles: ['ADMIN'] },
  { name: 'owner', roles: ['MANAGER', 'REVIEWER'] },
  { name: 'other', roles: ['MANAGER', 'REVIEWER'] },
  { name: 'reviewer', roles: ['REVIEWER'] },
]

const listColumns =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change'

type PublishedSource = 'OPENSANCTIONS_SANCTIONS' | 'OPENSANCTIONS_EXPOSED_PERSONS'

async function importNames(db: Db, source: PublishedSource, names: readonly string[]): Promise<void> {
  const schema = source === 'OPENSANCTIONS_SANCTIONS' ? 'Company' : 'Person'
  const lines = names.map((name, nth) => `S-${nth},${schema},"${name}",,,,,,,,,,,,,`)
  await importList(db, {
    source,
    files: [sampleFile('targets.simple.csv', `${[listColumns, ...lines].join('\n')}\n`)],
    origin: 'bench',
    own: null,
    force: false,
    dryRun: false,
    onChange: listChanged,
  })
}

/** A published list with the name of every twenty-fifth company of the model among others, and what a later version adds. */
export async function bringList(db: Db, added: number): Promise<void> {
  const shared = Array.from({ length: modelSize / 25 }, (_, nth) => nameOf(nth * 25))
  const others = Array.from({ length: 2_000 + added }, (_, nth) => nameOf(10_000_000 + nth))
  await importNames(db, 'OPENSANCTIONS_SANCTIONS', [...shared, ...others])
}

/** Without a list of exposed persons their check would wait for one, and every company be screened anew each day. */
async function bringPersons(db: Db): Promise<void> {
  const names = Array.from({ length: 1_000 }, (_, nth) => nameOf(20_000_000 + nth))
  await importNames(db, 'OPENSANCTIONS_EXPOSED_PERSONS', names)
}

/** As if by lot: what is late must not hang together with whose it is. */
const drawn = (id: string, from: number) => `((hashint8(${id}) & 2147483647) % ${from})`

const tasks = `
  insert into task (account_id, thirdparty_id, title, due_on, origin_kind, origin_key, maker_type, created_at)
  select account_id, thirdparty_id, 'Look at it', current_date - ${drawn('-thirdparty_id', 200)}, 'ALERT',
    'alert:' || thirdparty_id, 'JOB', now()
  from thirdparty where account_id = $1 and ${drawn('thirdparty_id', 2)} = 0`
/** A tenth of the companies in one name, seven tenths in that of somebody else, the rest in nobody's. */
const owners = `
  insert into subject_owner (account_id, subject, thirdparty_id, user_id)
  select account_id, thirdparty_id, thirdparty_id, case when nth % 10 = 0 then $2::bigint else $3::bigint end
  from (select account_id, thirdparty_id, row_number() over (order by thirdparty_id) as nth
    from thirdparty where account_id = $1) t
  where nth % 10 < 8`
const alerts = `
  with made as (
    insert into alert (account_id, source, kind, thirdparty_id, themes, facts, occurred_at, made_at)
    select account_id, 'bench:' || thirdparty_id, 'PROCEDURE', thirdparty_id, '{}', '{}',
      now() - make_interval(hours => ${drawn('thirdparty_id', 2_000)}), now()
    from thirdparty where account_id = $1 and ${drawn('-thirdparty_id', 2)} = 0
    returning account_id, alert_id)
  insert into alert_recipient (account_id, person, alert, channel)
  select account_id, unnest($2::bigint[]), alert_id, 0 from made`
/** What receiving and deciding an answer records. */
const answers = `
  select journal_append(jsonb_agg(jsonb_build_object('type', t.code, 'thirdpartyId', r.thirdparty_id, 'dossierId',
    r.dossier_id, 'documentId', r.document_id, 'actorType', 'USER', 'detail', '{"actor":"bench","data":{}}')))
  from response r join event_type t on t.name = any (case when r.decision_number is null then $2::text[] else $3 end)
  where r.account_id = $1`

/** One account as the product makes it, with people, and a life of some weeks: what all others are copies of. */
export async function makeSimulationModel(tools: Tools, tell: (line: string) => void): Promise<number> {
  const { client, db } = tools
  await bringList(db, 0)
  await bringPersons(db)
  const { accountId } = await makeModel(tools, modelSize, tell)
  const ids: number[] = []
  const passwordHash = await quickHash(password)
  for (const { name, roles } of people) {
    const email = `${name}@bench.example`
    const user = { accountId, email, name, roles, passwordHash }
    ids.push((await db.system((tx) => createUser(tx, user))).userId)
  }
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  await client.query(tasks, [accountId])
  await client.query(owners, [accountId, ids[1], ids[2]])
  await client.query(alerts, [accountId, ids.slice(1, 3)])
  const received = ['DOCUMENT_ANSWER_ADDED']
  await client.query(answers, [accountId, received, [...received, 'DOCUMENT_ANSWER_ACCEPTED']])
  await until('the end of all jobs', () => isIdle(tools), 300_000)
  return accountId
}
