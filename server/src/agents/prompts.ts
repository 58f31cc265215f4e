import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import type { Language } from '../platform/kernel/index.ts'

interface AgentPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Names of what must be given; each is a number or a code. */
  readonly needs: readonly { readonly name: string; readonly description: string }[]
  readonly words: Readonly<Record<Language, (given: Readonly<Record<string, string>>) => string>>
}

const company = { name: 'companyId', description: 'Number of the company (thirdpartyId).' }

const prompts: readonly AgentPrompt[] = [
  {
    name: 'attention_this_week',
    title: 'What needs my attention this week?',
    description: 'My work and what ends within seven days, in order of urgency.',
    needs: [],
    words: {
      en: () =>
        'What needs my attention this week? Read my_work, and due_dates for 7 days. Give me a short list in order of urgency: what it is, which company, why it matters, and the next step. Say what you left out.',
      fr: () =>
        'Qu’est-ce qui demande mon attention cette semaine ? Lis my_work, et due_dates pour 7 jours. Donne une courte liste par ordre d’urgence : de quoi il s’agit, quelle entreprise, pourquoi c’est important, et l’étape suivante. Dis ce que tu as laissé de côté.',
    },
  },
  {
    name: 'supplier_review',
    title: 'Prepare a supplier review',
    description: 'One page about a company: standing, dossiers, weak points, questions to ask.',
    needs: [company],
    words: {
      en: ({ companyId }) =>
        `Prepare a review of company ${companyId}. Read get_company, list_dossiers, list_documents, explain_indicator and the newest list_events. Write one page: how it stands, what is missing or ends soon, what changed, the weak points with their source, and five questions to ask. Keep facts and your own judgement apart.`,
      fr: ({ companyId }) =>
        `Prépare une revue de l’entreprise ${companyId}. Lis get_company, list_dossiers, list_documents, explain_indicator et les derniers list_events. Écris une page : sa situation, ce qui manque ou expire bientôt, ce qui a changé, les points faibles avec leur source, et cinq questions à poser. Sépare les faits de ton jugement.`,
    },
  },
  {
    name: 'why_is_it_red',
    title: 'Why is this indicator bad?',
    description: 'What pulls an indicator of a company down, and what would improve it.',
    needs: [company, { name: 'code', description: 'Of the indicator, such as FINANCIAL_RISK.' }],
    words: {
      en: ({ companyId, code }) =>
        `Why does the indicator ${code} of company ${companyId} stand where it stands? Use explain_indicator. Name the factors that pull it down most, with their source and date, say since when, and what would improve it.`,
      fr: ({ companyId, code }) =>
        `Pourquoi l’indicateur ${code} de l’entreprise ${companyId} est-il à ce niveau ? Utilise explain_indicator. Nomme les facteurs qui le dégradent le plus, avec leur source et leur date, dis depuis quand, et ce qui l’améliorerait.`,
    },
  },
  {
    name: 'expires_next_month',
    title: 'What expires next month?',
    description: 'Everything that ends or falls due within 31 days, by company.',
    needs: [],
    words: {
      en: () =>
        'What expires or falls due within the next 31 days? Read due_dates to the last page. Group it by company, earliest first, and mark what renews itself or already has an answer under way.',
      fr: () =>
        'Qu’est-ce qui expire ou arrive à échéance dans les 31 prochains jours ? Lis due_dates jusqu’à la dernière page. Regroupe par entreprise, du plus proche au plus lointain, et signale ce qui se renouvelle seul ou a déjà une réponse en cours.',
    },
  },
]

const language = {
  name: 'language',
  description: 'en or fr; by default that of the request.',
  required: false,
}

export function listPrompts(): Prompt[] {
  return prompts.map(({ name, title, description, needs }) => ({
    name,
    title,
    description,
    arguments: [...needs.map((need) => ({ ...need, required: true })), language],
  }))
}

/** Null for one that does not exist; a sentence for what is missing. */
export function getPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  ownLanguage: Language,
): GetPromptResult | string | null {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) return null
  const unfit = prompt.needs.find((need) => !/^[\w.-]{1,100}$/.test(given[need.name] ?? ''))
  if (unfit) return `Give ${unfit.name}. ${unfit.description}`
  const chosen = given['language'] === 'en' || given['language'] === 'fr' ? given['language'] : ownLanguage
  const text = prompt.words[chosen](given)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
