import type { Provider } from './datahub.queries.ts'

const news =
  'siren,title,summary,url,date,sentiment\n552100554,Orders up by a fifth,The works are busy until spring.,https://news.example/1,2026-01-31,0.6\n'
const scores = ({ scale }: Provider) =>
  `siren,score,asOf,reference\n552100554,${scale.max},2026-01-31,REF-1\n`

/** A file to be filled in, with the columns the provider's values need. */
export function exampleFile(provider: Provider): void {
  const text = provider.provider === 'NEWSFEED' ? news : scores(provider)
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${provider.provider.toLowerCase()}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
