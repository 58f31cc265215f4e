import type { Stage } from '../stage.ts'

type Document = (code: string) => string
const opened = new WeakMap<Stage, Promise<Document>>()

/** One dossier for all attempts that need a document of their own, and not a dossier. */
export function onboarding(stage: Stage): Promise<Document> {
  const known = opened.get(stage) ?? open(stage)
  opened.set(stage, known)
  return known
}

async function open({ company, dossier }: Stage): Promise<Document> {
  return (await dossier(await company(), 'ONBOARDING')).document
}
