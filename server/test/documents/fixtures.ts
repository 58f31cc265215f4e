import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pdf } from '@vigie/inspect/samples'
import { ofacCsv, openSanctionsCsv, unXml } from '@vigie/watchlists/samples'

/** The files that pages speak of and do not show. */
export async function writeFixtures(folder: string): Promise<void> {
  const lists = Object.entries(ofacCsv).map(([name, text]) => [`ofac/${name}.csv`, text] as const)
  await mkdir(path.join(folder, 'ofac'))
  for (const [name, content] of [
    ...lists,
    ['agreement.pdf', pdf()],
    ['consolidated.xml', unXml],
    ['targets.simple.csv', openSanctionsCsv],
  ] as const)
    await writeFile(path.join(folder, name), content)
}
