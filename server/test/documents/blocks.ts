/** A block of code on a page: what it is, and what its first line says of it (`json body=addTask`, `csv file=banks.csv`). */
export interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly options: ReadonlyMap<string, string>
  readonly text: string
}

const fence = /^( *)```([^\n`]*)\n([^]*?)^\1```$/gm

export function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(fence)].map(({ index, 2: head = '', 3: body = '' }) => {
    const [language = '', ...words] = head.trim().split(/\s+/)
    const options = new Map(
      words.map((word) => {
        const [name = '', value = ''] = word.split('=')
        return [name, value]
      }),
    )
    return { page, line: text.slice(0, index).split('\n').length, language, options, text: body }
  })
}
