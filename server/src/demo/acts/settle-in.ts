import { addDefinition, setAttributesBulk, type NewDefinition } from '../../domain/attributes/index.ts'
import { publishDossierType, putDossierType } from '../../domain/evaluation/index.ts'
import { addRule, anyThirdParty, listRules, switchRule } from '../../domain/rules/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'
import { staffOf } from '../people.ts'
import { addCompanies } from '../portfolio.ts'
import { arrivals, everybody, firstDay } from '../plan.ts'
import { demoAttributes } from './attributes.ts'

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

/** The first day: what is known of the companies, and what will be asked of whom. */
export const settleIn: readonly Act[] = [
  {
    daysAgo: firstDay,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const { admin, manager } = await staffOf(tx, scope)
        for (const [nth, definition] of definitions.entries()) {
          const place = { scope: 'THIRD_PARTY', required: false, position: 10 + nth } as const
          await addDefinition(tx, admin.scope, { ...definition, ...place })
        }
        const companies = await companiesOf(tx, scope, everybody)
        const rows = companies.map((company) => ({
          thirdpartyId: company.thirdpartyId,
          attributes: demoAttributes(company),
        }))
        await setAttributesBulk(tx, manager.scope, rows)
      },
  },
  {
    daysAgo: firstDay - 0.1,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const { admin } = await staffOf(tx, scope)
        await publishSupplierFile(tx, admin.scope)
        const rule = await addRule(tx, admin.scope, {
          name: 'Every third party: supplier file',
          priority: 5,
          criteria: anyThirdParty,
          dossierTypeCodes: ['SUPPLIER_FILE'],
          dueDays: 28,
        })
        const shipped = (await listRules(tx, scope)).filter(({ shippedCode }) =>
          shippedRules.includes(shippedCode ?? ''),
        )
        for (const { ruleId } of [rule, ...shipped]) {
          await switchRule(tx, admin.scope, { ruleId, active: true, guard: skipGuard })
        }
      },
  },
]

/** Companies the account began to work with later. */
export const arriving: readonly Act[] = arrivals.map(([daysAgo, numbers]) => ({
  daysAgo,
  prepare:
    async ({ scope }) =>
    async (tx) => {
      const { manager } = await staffOf(tx, scope)
      await addCompanies(tx, manager.scope, (number) => numbers.includes(number))
      await describe(tx, manager.scope, numbers)
    },
}))

async function describe(tx: Tx, scope: Scope, numbers: readonly number[]): Promise<void> {
  const rows = (await companiesOf(tx, scope, numbers)).map((company) => ({
    thirdpartyId: company.thirdpartyId,
    attributes: demoAttributes(company),
  }))
  await setAttributesBulk(tx, scope, rows)
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
