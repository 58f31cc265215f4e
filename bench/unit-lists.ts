import { growAccounts, type Grown } from './growth.ts'
import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import { withTools, type Tools } from './support/tools.ts'
import { limitedReader, newReader, units, type Reader } from './units.ts'

const rounds = 25
const most = 1.2

/** A hundred units with a hundredth of the companies each. */
async function fillUnits({ client }: Tools, { accountId }: Grown): Promise<void> {
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  await client.query(units, [accountId])
  const { rows } = await client.query<{ unit_id: string; ids: string[] }>(
    `select unit_id, ids
     from (select unit_id, row_number() over (order by name) - 1 as nth from unit
           where account_id = $1 and parent_id is not null) leaf
     join (select nth % 100 as nth, array_agg(thirdparty_id) as ids
           from (select thirdparty_id, row_number() over (order by thirdparty_id) * 7919 as nth
                 from thirdparty where account_id = $1) company group by 1) placed using (nth)`,
    [accountId],
  )
  for (const { unit_id: unitId, ids } of rows)
    await client.query('select thirdparties_place($1::bigint[], array[$2::bigint])', [ids, unitId])
  await client.query('select portfolio_fold(100000)')
  await client.query('vacuum analyze thirdparty, thirdparty_summary, dossier, document')
}

const places = [
  ['dossiers', '/dossiers?size=50'],
  ['dossiers by due date', '/dossiers?size=50&sort=dueDate'],
  ['dossiers of one status', '/dossiers?size=50&statusCode=ONGOING'],
  ['review queue', '/documents?size=50&statusCode=ONGOING'],
  ['documents', '/documents?size=50'],
  ['statistics', '/statistics'],
  ['forecast', '/forecast?size=50'],
  ['latest events', '/events/latest?size=50'],
] as const

async function timePath({ url, token }: Reader, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url.replace(/\/thirdparties$/, path), {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - began
}

/** Against who sees all of the same account: what that costs, `npm run bench units` compares with no units. */
async function measure(tools: Tools, tell: (line: string) => void): Promise<Figure[]> {
  const { large } = await growAccounts(tools, tell)
  await fillUnits(tools, large)
  const all = await newReader(tools, large.accountId, 'who sees all')
  const limited = [
    await limitedReader(
      tools,
      large.accountId,
      'who sees 30 %',
      `name in ('Region 1', 'Region 2', 'Region 3')`,
    ),
    await limitedReader(tools, large.accountId, 'who sees 1 %', `name = 'Unit 42'`),
  ]
  const figures: Figure[] = []
  for (const [name, path] of places) {
    const times = new Map<Reader, number[]>([all, ...limited].map((reader) => [reader, []]))
    for (let round = -3; round < rounds; round += 1)
      for (const [reader, taken] of times) {
        const took = await timePath(reader, path)
        if (round >= 0) taken.push(took)
      }
    const of = (reader: Reader) => median(times.get(reader) ?? [])
    for (const reader of limited) {
      tell(`${name}, ${reader.name}: ${of(reader).toFixed(1)} ms, who sees all ${of(all).toFixed(1)} ms`)
      figures.push(costFigure(`${name}, ${reader.name}`, of(reader) / of(all), { most, unit: 'x' }))
    }
  }
  return figures
}

export const unitLists: Bench = {
  name: 'unit-lists',
  title: 'Other lists of 100,000 third parties for readers of some units, against who sees all',
  run: (tell) => withTools((tools) => measure(tools, tell)),
}
