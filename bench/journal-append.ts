import pg from 'pg'
import { median, type Bench } from './support/figures.ts'
import { startProduct } from './support/product.ts'

const entries = (count: number, thirdpartyId: number) =>
  JSON.stringify(
    Array.from({ length: count }, () => ({
      type: 100,
      thirdpartyId,
      actorType: 'JOB',
      actorId: null,
      detail: '{"actor":"bench","data":{}}',
    })),
  )

/** Events per second when `batch` of them share one transaction. */
async function rate(client: pg.Client, accountId: number, batch: number): Promise<number> {
  const transactions = Math.max(10, Math.floor(2_000 / batch))
  const payload = entries(batch, 1)
  const started = performance.now()
  for (let i = 0; i < transactions; i += 1) {
    await client.query(`begin; set local app.account = '${accountId}'; set local app.units = 'all'`)
    await client.query({ name: 'append', text: 'select journal_append($1::jsonb)', values: [payload] })
    await client.query('commit')
  }
  return (transactions * batch) / ((performance.now() - started) / 1000)
}

export const journalAppend: Bench = {
  name: 'journal-append',
  title: 'Events chained per second in one account, commits durable',
  async run(tell) {
    const product = await startProduct()
    const client = new pg.Client({ connectionString: product.adminUrl, options: '-c search_path=vigie' })
    await client.connect()
    try {
      const figures = []
      for (const batch of [1, 10, 1_000]) {
        const rates = []
        for (let i = 0; i < 3; i += 1) rates.push(await rate(client, product.accountId, batch))
        const value = median(rates)
        tell(`${batch} a transaction: ${value.toFixed(0)} events/s`)
        figures.push({ name: `events/s, ${batch} a transaction`, value, measured: `${value.toFixed(0)}/s` })
      }
      return figures
    } finally {
      await client.end()
      await product.stop()
    }
  },
}
