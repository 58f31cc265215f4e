import { Type } from 'typebox'
import {
  codeInput,
  defineTool,
  idInput,
  maybe,
  paging,
  pick,
  readPage,
  type AgentTool,
} from '../agent-tool.ts'

const reasons = ['DOSSIER_EXPIRES', 'ANSWER_EXPIRES', 'GRACE_ENDS', 'DUE_DATE_PASSES'] as const
const kinds = ['DOSSIER', 'TASK', 'REVIEW', 'MENTION', 'APPROVAL', 'ACTION_TO_VERIFY'] as const

const dueDates = defineTool({
  name: 'due_dates',
  title: 'What ends or falls due',
  description: 'What ends or falls due in the coming days, earliest first, of one company or of all.',
  input: {
    days: maybe(Type.Integer({ minimum: 1, maximum: 366, description: 'How far to look ahead: 30 days.' })),
    companyId: maybe(idInput('company (thirdpartyId)')),
    reasons: maybe(Type.Array(Type.Enum([...reasons]), { minItems: 1, maxItems: reasons.length })),
    ...paging,
  },
  run: (ask, { companyId, days = 30, reasons: reason, limit, cursor }) =>
    readPage(ask, {
      path: companyId === undefined ? '/forecast' : `/thirdparties/${companyId}/forecast`,
      query: { days, reason: reason?.join(',') },
      limit,
      cursor,
      compact: (one) => ({
        ...pick(one, 'date', 'reason', 'thirdpartyId', 'thirdpartyName', 'dossierId', 'dossierType'),
        ...pick(one, 'documentId', 'documentName', 'statusCode', 'answerUnderWay', 'renewsItself'),
      }),
    }),
})

const myWork = defineTool({
  name: 'my_work',
  title: 'My work',
  description:
    'What waits for the person whose token this is: late dossiers, tasks, answers to review, mentions, approvals, corrective actions. Most urgent first.',
  input: {
    kinds: maybe(Type.Array(Type.Enum([...kinds]), { minItems: 1, maxItems: kinds.length })),
    ...paging,
  },
  run: (ask, { kinds: kind, limit, cursor }) =>
    readPage(ask, {
      path: '/my-work',
      query: { kind: kind?.join(',') },
      limit,
      cursor,
      compact: (item) => pick(item, 'kind', 'id', 'title', 'about', 'dueOn', 'overdue', 'since', 'why'),
    }),
})

const statistics = defineTool({
  name: 'statistics',
  title: 'How the portfolio stands',
  description:
    'Counts over the whole portfolio that the person sees: companies by status and rating, dossiers and documents by status, what is open, late and ending.',
  input: {},
  run: async (ask) => ({ data: await ask.get<object>('/statistics') }),
})

const simulateRule = defineTool({
  name: 'simulate_rule',
  title: 'Simulate a rule',
  description:
    'Which dossiers a rule would open today. Nothing is kept or sent. Give a ruleId, or criteria and types of a rule that does not exist yet. The rules stand in the resource vigie://catalogue/rules.',
  rights: ['manage'],
  input: {
    ruleId: maybe(idInput('rule')),
    dossierTypeCodes: maybe(Type.Array(codeInput('Such as ONBOARDING.'), { minItems: 1, maxItems: 20 })),
    countries: maybe(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 50 })),
    sectors: maybe(Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { maxItems: 50 })),
    criticalities: maybe(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 10 })),
    minPurchaseAmount: maybe(Type.Number({ minimum: 0 })),
    maxPurchaseAmount: maybe(Type.Number({ minimum: 0 })),
  },
  run: async (ask, { ruleId, dossierTypeCodes, minPurchaseAmount, maxPurchaseAmount, ...lists }) => {
    const hasAmount = minPurchaseAmount !== undefined || maxPurchaseAmount !== undefined
    const purchaseAmount = { min: minPurchaseAmount ?? null, max: maxPurchaseAmount ?? null }
    const criteria = { ...lists, ...(hasAmount && { purchaseAmount }) }
    const body = {
      ...(ruleId !== undefined && { ruleId }),
      ...(dossierTypeCodes !== undefined && { dossierTypeCodes }),
      ...(Object.keys(criteria).length > 0 && { criteria }),
    }
    return { data: await ask.post<object>('/rules/simulate', body) }
  },
})

export const workTools: readonly AgentTool[] = [dueDates, myWork, statistics, simulateRule]
