import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import {
  AppError,
  catalogue,
  problemFromSlug,
  problemOf,
  problemSentence,
  problemSlug,
  problemTitle,
  type Language,
  type ProblemCode,
} from '../kernel/index.ts'

const css = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5c6878;--line:#dfe4ea;--paper:#fff;--tint:#f4f6f9;--accent:#2456c7}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf2;--soft:#9aa7b8;--line:#2c3542;--paper:#12171f;--tint:#1a212c;--accent:#8db1ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.7rem;line-height:1.25;margin:.3rem 0 1rem}
h2{font-size:1rem;margin:2.2rem 0 .6rem;color:var(--soft)}
a{color:var(--accent)}
code{font:.9em ui-monospace,monospace;background:var(--tint);border:1px solid var(--line);border-radius:.35rem;padding:.1rem .4rem}
p.lead{font-size:1.1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.4rem 1.5rem;margin:2rem 0;padding:1rem 1.25rem;background:var(--tint);border-radius:.6rem}
dt{color:var(--soft)}dd{margin:0}
ul{list-style:none;margin:0;padding:0}
li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.45rem 0;border-top:1px solid var(--line)}
`
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const words = {
  en: {
    all: 'All problems',
    intro: 'Every refusal of this service carries one of these codes.',
    code: 'Code',
    status: 'HTTP status',
    retry: 'Worth repeating',
    yes: 'Yes, unchanged, a little later',
    no: 'Not without changing the request',
  },
  fr: {
    all: 'Tous les problèmes',
    intro: 'Chaque refus de ce service porte l’un de ces codes.',
    code: 'Code',
    status: 'Statut HTTP',
    retry: 'À renvoyer',
    yes: 'Oui, tel quel, un peu plus tard',
    no: 'Pas sans modifier la requête',
  },
} as const

const codes = Object.keys(catalogue) as ProblemCode[]

export function problemPages(app: FastifyInstance): void {
  const config = { right: 'public' } as const
  app.get('/problems', { config, schema: { hide: true } }, (request, reply) => {
    const { language } = request
    return wantsJson(request.headers.accept)
      ? listForPrograms(reply, language)
      : html(reply, language, words[language].all, listPage(language))
  })
  const params = Type.Object({ slug: Type.String({ maxLength: 100 }) })
  app.get('/problems/:slug', { config, schema: { hide: true, params } }, (request, reply) => {
    const code = problemFromSlug((request.params as { slug: string }).slug)
    if (code === null) throw new AppError('ROUTE_NOT_FOUND')
    return html(
      reply,
      request.language,
      problemTitle(code, request.language),
      problemPage(code, request.language),
    )
  })
}

/** A browser names HTML; a program that wants the list to work with does not. */
function wantsJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/html')
}

function listForPrograms(reply: FastifyReply, language: Language): FastifyReply {
  const content = codes.map((code) => {
    const { status, retryable } = problemOf(code)
    const [title, detail] = [problemTitle(code, language), problemSentence(code, language)]
    return { code, type: `/problems/${problemSlug(code)}`, status, title, detail, retryable }
  })
  return reply
    .header('content-language', language)
    .header('vary', 'Accept, Accept-Language')
    .header('cache-control', 'public, max-age=300')
    .send({ content })
}

function html(reply: FastifyReply, language: Language, title: string, body: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .header('vary', 'Accept, Accept-Language')
    .header('content-security-policy', policy)
    .header('cache-control', 'public, max-age=300')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>${escapeHtml(title)} – Vigie</title><style>${css}</style></head><body><main>${body}</main></body></html>`,
    )
}

function listPage(language: Language): string {
  const statuses = [...new Set(codes.map((code) => problemOf(code).status))].toSorted((a, b) => a - b)
  const item = (code: ProblemCode) =>
    `<li><a href="/problems/${problemSlug(code)}">${escapeHtml(problemTitle(code, language))}</a><code>${code}</code></li>`
  const sections = statuses.map((status) => {
    const items = codes.filter((code) => problemOf(code).status === status).map(item)
    return `<h2>${words[language].status} ${status}</h2><ul>${items.join('')}</ul>`
  })
  return `<h1>${words[language].all}</h1><p class="lead">${words[language].intro}</p>${sections.join('')}`
}

function problemPage(code: ProblemCode, language: Language): string {
  const problem = problemOf(code)
  const texts = words[language]
  const title = escapeHtml(problemTitle(code, language))
  // Without values, what differs from case to case is shown as an ellipsis.
  const sentence = problemSentence(code, language)
  return (
    `<a href="/problems">${texts.all}</a><h1>${title}</h1><p class="lead">${escapeHtml(sentence)}</p>` +
    `<dl><dt>${texts.code}</dt><dd><code>${code}</code></dd><dt>${texts.status}</dt><dd>${problem.status}</dd>` +
    `<dt>${texts.retry}</dt><dd>${problem.retryable ? texts.yes : texts.no}</dd></dl>`
  )
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
