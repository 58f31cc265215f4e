import { addDefinition, type NewDefinition } from '../domain/attributes/index.ts'
import { publishDossierType, putDossierType } from '../domain/evaluation/index.ts'
import { addRule, anyThirdParty, listRules, switchRule } from '../domain/rules/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Scope } from '../platform/kernel/index.ts'

const skipGuard = () => {}

/** The shipped rules that suit this portfolio as they are. */
const shippedRules = ['VIGILANCE_FRANCE', 'CYBER_CRITICAL', 'CYBER_IT', 'CSR_SPEND']

/** One of each type beyond those that ship with an account. */
const definitions: readonly Pick<NewDefinition, 'code' | 'label' | 'type' | 'options' | 'expression'>[] = [
  {
    code: 'FRAMEWORK_AGREEMENT',
    label: 'Framework agreement',
    type: 'boolean',
    options: [],
    expression: null,
  },
  { code: 'CONTRACT_END', label: 'Contract end', type: 'date', options: [], expression: null },
  { code: 'SHARE_OF_SPEND', label: 'Share of our spend', type: 'percentage', options: [], expression: null },
  {
    code: 'SITES_SERVED',
    label: 'Sites served',
    type: 'list_multiple',
    options: ['Lyon', 'Nantes', 'Lille', 'Toulouse', 'Abroad'],
    expression: null,
  },
]

/** What the demonstration's office wants to know of its companies. */
export async function addDefinitions(tx: Tx, admin: Scope): Promise<void> {
  for (const [nth, definition] of definitions.entries()) {
    const place = { scope: 'THIRD_PARTY', required: false, position: 10 + nth } as const
    await addDefinition(tx, admin, { ...definition, ...place })
  }
}

/** What it asks of whom. */
export async function switchRulesOn(tx: Tx, admin: Scope): Promise<void> {
  await publishSupplierFile(tx, admin)
  const rule = await addRule(tx, admin, {
    name: 'Every third party: supplier file',
    priority: 5,
    criteria: anyThirdParty,
    dossierTypeCodes: ['SUPPLIER_FILE'],
    dueDays: 28,
  })
  const shipped = (await listRules(tx, admin)).filter(({ shippedCode }) =>
    shippedRules.includes(shippedCode ?? ''),
  )
  for (const { ruleId } of [rule, ...shipped]) {
    await switchRule(tx, admin, { ruleId, active: true, guard: skipGuard })
  }
}

/** The least that is asked of anybody, wherever they are. */
async function publishSupplierFile(tx: Tx, scope: Scope): Promise<void> {
  const code = 'SUPPLIER_FILE'
  await putDossierType(tx, scope, {
    code,
    guard: skipGuard,
    definition: {
      label: { fr: 'Dossier fournisseur', en: 'Supplier file' },
      purpose: {
        fr: 'Le minimum pour travailler ensemble : exister, être payé, s’engager.',
        en: 'The least it takes to work together: exist, be paid, commit.',
      },
      typed: false,
      themes: ['LEGAL_COMPLIANCE', 'FINANCE', 'ETHICS'],
      renewal: { months: 12, opensDaysBefore: 30 },
      dueDays: 28,
      documents: [
        { code: 'REG_PROOF', required: true, conditions: { countriesIn: ['FR'] } },
        { code: 'FOREIGN_REG', required: true, conditions: { countriesNotIn: ['FR'] } },
        { code: 'BANK_DETAILS', required: true },
        { code: 'CODE_CONDUCT', required: true },
        { code: 'ACCOUNTS', required: false },
      ],
    },
  })
  await publishDossierType(tx, scope, { code, applyToOpen: false, guard: skipGuard })
}
