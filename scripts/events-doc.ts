// Writes docs/events.md from the lists of events. Run: npx tsx scripts/events-doc.ts [--check]
import { realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { eventMeanings, eventSources } from '../server/src/platform/journal/event-catalogue.ts'
import { eventTypes, type ResourceType } from '../server/src/platform/journal/event-names.ts'

const file = fileURLToPath(new URL('../docs/events.md', import.meta.url))

const sections: [type: ResourceType, title: string, found: string][] = [
  ['THIRD_PARTY', 'Third parties', 'Found through `/thirdparties` and `/thirdparties/search`.'],
  ['DOSSIER', 'Dossiers', 'Found through `/dossiers` and `/dossiers/search`.'],
  ['DOCUMENT', 'Documents', 'Found through `/documents` and `/documents/search`.'],
]

export function eventsDocument(): string {
  const parts = sections.map(([type, title, found]) => {
    const rows = eventTypes
      .filter(({ resourceType }) => resourceType === type)
      .map(({ name }) => `| \`${name}\` | ${eventMeanings[name]} | ${eventSources[name].join(', ')} |`)
    const table = ['| Event | What it tells | Recorded by |', '|---|---|---|', ...rows].join('\n')
    return `## ${title} (${rows.length})\n\n${found}\n\n${table}\n`
  })
  return `# Events

Made by \`scripts/events-doc.ts\`; change \`server/src/platform/journal/event-catalogue.ts\` instead of this page.

Every significant change records at least one of these ${eventTypes.length} events, in the same transaction as the change itself.
How to ask for them: [the API guide](api-guide.md#follow-what-happens).

${parts.join('\n')}`
}

async function main(): Promise<void> {
  const text = eventsDocument()
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  if (process.argv.includes('--check')) {
    console.error('docs/events.md differs from the lists of events; run: npx tsx scripts/events-doc.ts')
    process.exitCode = 1
    return
  }
  await writeFile(file, text)
  console.log('docs/events.md written')
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
