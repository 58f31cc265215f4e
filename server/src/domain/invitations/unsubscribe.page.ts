import { createHash } from 'node:crypto'
import type { Language } from '../../platform/kernel/index.ts'

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;padding:4rem 1rem;background:light-dark(#f3f5f8,#12171d);color:light-dark(#1d2733,#e8edf2);font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:30rem;margin:0 auto;padding:1.5rem 2rem 2rem;border:1px solid light-dark(#dfe4ea,#2c3641);border-radius:8px;background:light-dark(#fff,#1b222b)}',
  'h1{margin:.5rem 0 1rem;font-size:1.4rem;line-height:1.3}',
  'button{padding:.75rem 1.5rem;border:0;border-radius:6px;background:light-dark(#0b6479,#5fb8cc);color:light-dark(#fff,#0b1118);font:600 1rem/1.3 system-ui,sans-serif;cursor:pointer}',
  'button:focus-visible{outline:3px solid light-dark(#1d2733,#e8edf2);outline-offset:2px}',
  '@media (max-width:30rem){body{padding:1rem}main{padding:1rem 1.25rem 1.5rem}button{width:100%}}',
].join('')

/** The only page outside the two applications: it must work from any mail program, without scripts. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(style)
  .digest('base64')}'; form-action 'self'; frame-ancestors 'none'`

const words = {
  en: {
    title: 'Reminders',
    ask: 'You will get no more reminders of what is missing. Invitations and remarks on what you send still reach you.',
    button: 'No more reminders',
    done: 'Done: you will get no more reminders.',
  },
  fr: {
    title: 'Rappels',
    ask: 'Vous ne recevrez plus de rappels de ce qui manque. Les invitations et les remarques sur vos envois vous parviendront toujours.',
    button: 'Ne plus recevoir de rappels',
    done: 'C’est fait\u00a0: vous ne recevrez plus de rappels.',
  },
} as const

export interface PageWords {
  readonly title: string
  readonly ask: string
  readonly button: string
  readonly done: string
}

/** Says nothing of who holds the token: mail scanners look at it too. The form posts to its own address. */
export function unsubscribePage(
  language: Language,
  done: boolean,
  said: Record<Language, PageWords> = words,
): string {
  const { title, ask, button, done: isDone } = said[language]
  const body = done
    ? `<p role="status">${isDone}</p>`
    : `<p>${ask}</p><form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${button}</button></form>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}
