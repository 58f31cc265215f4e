import { request } from 'node:http'
import { costFigure, median, ratioFigure, type Bench } from './support/figures.ts'
import { startProduct } from './support/product.ts'

const rounds = 60
const warmUp = 20
const rows = 200

interface Answer {
  readonly bytes: number
  readonly milliseconds: number
}

/** By node:http, which unpacks nothing: the bytes are those of the wire. */
function read(url: string, token: string, coding: string): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': coding }
    const asked = request(url, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve({ bytes, milliseconds: performance.now() - started }))
      answer.on('error', reject)
    })
    asked.on('error', reject).end()
  })
}

export const compression: Bench = {
  name: 'compression',
  title: `A page of ${rows} third parties, packed against plain`,
  async run(tell) {
    const product = await startProduct()
    try {
      const url = `${product.baseUrl}/api/v1/account/${product.accountId}/thirdparties?size=${rows}`
      const codings = ['identity', 'gzip', 'br'] as const
      const taken = new Map<string, Answer[]>(codings.map((coding) => [coding, []]))
      // Interleaved, so that a slow moment of the machine touches all of them.
      for (let round = -warmUp; round < rounds; round += 1) {
        for (const coding of codings) {
          const answer = await read(url, product.token, coding)
          if (round >= 0) taken.get(coding)?.push(answer)
        }
      }
      const typical = (coding: string, of: keyof Answer) =>
        median((taken.get(coding) ?? []).map((answer) => answer[of]))
      return codings.slice(1).flatMap((coding) => {
        const [bytes, plain] = [typical(coding, 'bytes'), typical('identity', 'bytes')]
        const [time, plainTime] = [typical(coding, 'milliseconds'), typical('identity', 'milliseconds')]
        tell(
          `${coding}: ${bytes} of ${plain} bytes, ${time.toFixed(1)} ms against ${plainTime.toFixed(1)} ms`,
        )
        return [
          ratioFigure(`${coding}: bytes saved, plain against packed`, plain / bytes, 5),
          costFigure(`${coding}: time of an answer against plain, on the same machine`, time / plainTime, {
            most: 2,
            unit: 'x',
          }),
        ]
      })
    } finally {
      await product.stop()
    }
  },
}
