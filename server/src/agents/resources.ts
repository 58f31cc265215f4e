import { readFile } from 'node:fs/promises'
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js'
import type { Language } from '../platform/kernel/index.ts'
import { pick } from './agent-tool.ts'
import type { Ask } from './ask.ts'
import { boundData } from './bounds.ts'
import { dataNotice } from './call-tool.ts'

type Entry = Record<string, unknown>

interface Catalogue {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly keep: readonly string[]
}

const catalogues: Readonly<Record<string, Catalogue>> = {
  'document-types': {
    title: 'Document types',
    description: 'What the account can ask for, by code.',
    path: '/document-types',
    keep: ['code', 'name', 'theme', 'kind', 'answeredBy'],
  },
  'dossier-types': {
    title: 'Dossier types',
    description: 'The kinds of evaluation, by code.',
    path: '/dossier-types',
    keep: ['code', 'label', 'themes', 'openDossiers'],
  },
  attributes: {
    title: 'Attributes',
    description: 'What the account notes of each company or dossier.',
    path: '/attributes',
    keep: ['attributeId', 'code', 'label', 'type', 'scope', 'options', 'calculated'],
  },
  rules: {
    title: 'Rules',
    description: 'Which dossiers are opened by themselves, and for whom.',
    path: '/rules',
    keep: ['ruleId', 'name', 'active', 'criteria', 'dossierTypeCodes', 'dueDays'],
  },
  themes: { title: 'Themes', description: 'What is evaluated.', path: '/themes', keep: ['code', 'label'] },
}

const guides: Readonly<Record<string, string>> = {
  'api-guide': 'How the API is used',
  events: 'Every event of the journal, and what it means',
  indicators: 'How indicators are calculated, and what their ratings mean',
}
const partLength = 20_000
const docs = new URL('../../../docs/', import.meta.url)

const readGuides = rememberGuides()

/** Each guide in parts that can be read at once. Read when first asked for; they change only with the program. */
function rememberGuides() {
  let known: Promise<Map<string, string[]>> | null = null
  return () => (known ??= loadGuides())
}

async function loadGuides(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const name of Object.keys(guides)) {
    const text = await readFile(new URL(`${name}.md`, docs), 'utf8').catch(() => null)
    if (text !== null) found.set(name, splitText(text))
  }
  return found
}

/** At ends of lines, so that no sentence of a table is torn apart. */
function splitText(text: string): string[] {
  const parts: string[] = []
  for (let rest = text; rest !== '';) {
    const end = rest.length <= partLength ? rest.length : rest.lastIndexOf('\n', partLength) + 1 || partLength
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return parts
}

export async function listResources(): Promise<Resource[]> {
  const lists = Object.entries(catalogues).map(([name, { title, description }]) => ({
    uri: `vigie://catalogue/${name}`,
    name: `catalogue-${name}`,
    title,
    description,
    mimeType: 'application/json',
  }))
  const texts = [...(await readGuides())].flatMap(([name, parts]) =>
    parts.map((_part, at) => ({
      uri: `vigie://guides/${name}/${at + 1}`,
      name: `guide-${name}-${at + 1}`,
      title: `${guides[name]} (${at + 1} of ${parts.length})`,
      mimeType: 'text/markdown',
    })),
  )
  return [...lists, ...texts]
}

/** Null for what does not exist. */
export async function readAgentResource(ask: Ask, uri: string): Promise<ReadResourceResult | null> {
  const [, group, name = '', part] =
    /^vigie:\/\/(catalogue|guides)\/([a-z-]{1,40})(?:\/(\d{1,3}))?$/.exec(uri) ?? []
  if (group === 'guides') {
    const text = (await readGuides()).get(name)?.[Number(part ?? 1) - 1]
    return text === undefined ? null : { contents: [{ uri, mimeType: 'text/markdown', text }] }
  }
  const catalogue = group === 'catalogue' && Object.hasOwn(catalogues, name) ? catalogues[name] : undefined
  if (!catalogue || part !== undefined) return null
  const { content } = await ask.get<{ content: readonly Entry[] }>(catalogue.path)
  const items = content
    .filter(({ archived }) => archived !== true)
    .map((one) => inLanguage(pick(one, ...catalogue.keep), ask.language))
  // Sent once and not by pages, so it may be longer than what a tool answers.
  const { data, cut } = boundData({ items }, { bytes: 46_000, items: 1_000 })
  const text = JSON.stringify({ notice: dataNotice, ...data, cut })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

function inLanguage(entry: Entry, language: Language): Entry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const texts = value as Partial<Record<Language, string>> | null
      return [name, typeof value === 'object' ? (texts?.[language] ?? value) : value]
    }),
  )
}
