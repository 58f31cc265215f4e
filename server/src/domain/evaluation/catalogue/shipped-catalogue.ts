import { readdirSync, readFileSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Theme } from '../../../platform/kernel/index.ts'
import type { Choice } from '../../forms/index.ts'
import { documentTypeFaults, dossierTypeFaults, findRepeated } from './catalogue-checks.ts'
import {
  ChoicesFileSchema,
  DocumentTypeSchema,
  DossierTypeSchema,
  RulesFileSchema,
  ThemesFileSchema,
  type DocumentType,
  type DossierType,
  type ShippedRule,
} from './catalogue.schema.ts'

interface ShippedCatalogue {
  readonly themes: readonly { code: Theme; label: { fr: string; en: string } }[]
  readonly documentTypes: ReadonlyMap<string, DocumentType>
  readonly dossierTypes: ReadonlyMap<string, DossierType>
  readonly rules: readonly ShippedRule[]
  /** They ship together, under one version. */
  readonly rulesVersion: number
}

// Four levels up is the repository from server/src and from server/dist alike.
const shippedFolder = new URL('../../../../../catalogue/', import.meta.url)

let shipped: ShippedCatalogue | undefined

/** What every new account starts from; read and checked once in the life of the process. */
export function loadShippedCatalogue(): ShippedCatalogue {
  return (shipped ??= readCatalogue(shippedFolder))
}

/** Throws with every fault found, each naming its file. */
export function readCatalogue(folder: URL): ShippedCatalogue {
  const faults: string[] = []
  const check = <S extends TSchema>(file: string, schema: S, content: unknown): Static<S> => {
    // Telling whether anything is wrong is quicker than telling what.
    const errors = Value.Check(schema, content) ? [] : Value.Errors(schema, content)
    faults.push(...errors.map(({ instancePath, message }) => `${file}${instancePath}: ${message}`))
    return content as Static<S>
  }
  const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  const filesIn = (name: string) =>
    readdirSync(new URL(`${name}/`, folder))
      .filter((file) => file.endsWith('.json'))
      .toSorted()
      .map((file) => `${name}/${file}`)

  const choices = check('choices.json', ChoicesFileSchema, read('choices.json')).sets
  const themes = check('themes.json', ThemesFileSchema, read('themes.json')).themes
  const { rules, version: rulesVersion } = check('rules.json', RulesFileSchema, read('rules.json'))
  const documents = filesIn('documents').map((file) =>
    check(file, DocumentTypeSchema, withChoices(read(file), choices)),
  )
  const dossiers = filesIn('dossiers').map((file) => check(file, DossierTypeSchema, read(file)))
  // Meaning is looked at only once the shapes are right.
  if (faults.length === 0) faults.push(...meaningFaults(documents, dossiers, rules))
  if (faults.length > 0) throw new Error(`The catalogue is not sound:\n${faults.join('\n')}`)
  return { themes, documentTypes: byCode(documents), dossierTypes: byCode(dossiers), rules, rulesVersion }
}

function meaningFaults(
  documents: readonly DocumentType[],
  dossiers: readonly DossierType[],
  rules: readonly ShippedRule[],
): string[] {
  const documentCodes = new Set(documents.map(({ code }) => code))
  const dossierCodes = new Set(dossiers.map(({ code }) => code))
  const all = [documents, dossiers, rules].map((list) => list.map(({ code }) => code))
  return [
    ...all.flatMap(findRepeated).map((code) => `${code} is defined twice`),
    ...documents.flatMap((type) => documentTypeFaults(type).map((fault) => `${type.code}: ${fault}`)),
    ...dossiers.flatMap((type) =>
      dossierTypeFaults(type, documentCodes).map((fault) => `${type.code}: ${fault}`),
    ),
    ...rules.flatMap(({ code, dossierTypeCodes }) =>
      dossierTypeCodes
        .filter((it) => !dossierCodes.has(it))
        .map((it) => `rule ${code}: no dossier type ${it}`),
    ),
  ]
}

/** In the files a field may name one of the shared sets of choices instead of listing them. */
function withChoices(content: unknown, sets: Record<string, Choice[]>): unknown {
  if (Array.isArray(content)) return content.map((item) => withChoices(item, sets))
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([name, value]: [string, unknown]) => {
      const named = name === 'choices' && typeof value === 'string' ? sets[value] : undefined
      return [name, named ?? withChoices(value, sets)]
    }),
  )
}

function byCode<T extends { code: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.code, item]))
}
