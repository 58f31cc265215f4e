import type { Language } from '../kernel/index.ts'
import { html, neutraliseText, raw, type Html } from './safe-text.ts'
import { addressOf, type MailWords, type SecretLink } from './secret-link.ts'

export interface MailContent {
  language: Language
  title: string
  paragraphs: readonly string[]
  /** Between the words and the button: one line each, with a smaller one below. */
  items?: readonly MailItem[]
  /** After the items, or after the words when there are none. */
  closing?: readonly string[]
  action?: { label: string; url: string | SecretLink }
  footer: string
  /** A link below the footer, such as to unsubscribe. */
  footerLink?: { label: string; url: string }
}

export interface MailItem {
  label: string
  note: string
  /** Before the note, shown as pressing. */
  alert?: string
  /** Where the label leads. */
  url?: string
}

const linkHint: Record<Language, string> = {
  en: 'If the button does not work, copy this address into your browser:',
  fr: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
}

interface PlainLink {
  label: string
  url: string
}
type PlainContent = Omit<MailContent, 'action'> & { action?: PlainLink }

/**
 * The words of a mail in its two forms, and the secret of its button if it has one: every mail of the product goes
 * through this one layout.
 */
export function renderMail(content: MailContent): MailWords & { secret: string | null } {
  const { action } = content
  const plain: PlainContent = {
    ...plainContent(content),
    ...(action && { action: { label: neutraliseText(action.label), url: addressOf(action.url) } }),
  }
  for (const link of [plain.action, plain.footerLink, ...(plain.items ?? [])]) {
    if (link?.url !== undefined && !/^https?:\/\//.test(link.url)) {
      throw new Error('A link of a mail leads to an http or https address.')
    }
  }
  const secret = action && typeof action.url !== 'string' ? action.url.secret : null
  return { text: asText(plain), html: asHtml(plain).toString(), secret }
}

/** All its words but the addresses of its links. */
function plainContent({ action: _, ...content }: MailContent): PlainContent {
  const { title, paragraphs, items, closing, footer, footerLink } = content
  return {
    ...content,
    title: neutraliseText(title),
    paragraphs: paragraphs.map(neutraliseText),
    ...(items && { items: items.map(plainItem) }),
    ...(closing && { closing: closing.map(neutraliseText) }),
    footer: neutraliseText(footer),
    ...(footerLink && { footerLink: { ...footerLink, label: neutraliseText(footerLink.label) } }),
  }
}

function plainItem({ label, note, alert, url }: MailItem): MailItem {
  return {
    ...(url !== undefined && { url }),
    label: neutraliseText(label),
    note: neutraliseText(note),
    ...(alert !== undefined && { alert: neutraliseText(alert) }),
  }
}

function asText({ title, paragraphs, items = [], closing = [], ...rest }: PlainContent): string {
  const { language, action, footer, footerLink } = rest
  const colon = language === 'fr' ? '\u00a0:' : ':'
  const list = items.map(
    ({ label, note, alert, url }) =>
      `- ${label}\n  ${[alert ?? '', note].filter((one) => one !== '').join(' · ')}${url === undefined ? '' : `\n  ${url}`}`,
  )
  const link = action ? [`${action.label}${colon}\n${action.url}`] : []
  const signature = [
    `-- \n${footer}`,
    ...(footerLink ? [`${footerLink.label}${colon}\n${footerLink.url}`] : []),
  ]
  const listed = list.length > 0 ? [list.join('\n')] : []
  return [title, ...paragraphs, ...listed, ...closing, ...link, ...signature].join('\n\n') + '\n'
}

const sans = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const ink = 'color:#1d2733'
const faded = 'color:#5b6775'

// Mail clients drop style sheets as they please: everything stands inline, and only the dark colours, which
// a client may ignore without harm, come from here.
const darkColours = raw(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #12171d !important; }
    .card { background: #1b222b !important; border-color: #2c3641 !important; }
    .ink { color: #e8edf2 !important; }
    .faded { color: #9aa7b5 !important; }
    .urgent { color: #f2a08c !important; }
    .item { border-color: #2c3641 !important; }
    .button { background: #5fb8cc !important; }
    .button a { color: #0b1118 !important; }
  }`)

function asHtml({ language, title, paragraphs, items = [], closing = [], ...rest }: PlainContent): Html {
  const { action, footer, footerLink } = rest
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${darkColours}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f3f5f8">
        <div style="display:none;max-height:0;overflow:hidden">${paragraphs[0] ?? title}</div>
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#f3f5f8"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                class="card"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border:1px solid #dfe4ea;border-radius:8px"
              >
                <tr>
                  <td style="padding:32px">
                    <h1
                      class="ink"
                      style="margin:0 0 20px;${sans};font-size:22px;line-height:30px;font-weight:600;${ink}"
                    >
                      ${title}
                    </h1>
                    ${paragraphs.map(paragraph)} ${items.length > 0 ? itemTable(items) : ''}
                    ${closing.map(paragraph)} ${action ? button(action, language) : ''}
                  </td>
                </tr>
              </table>
              <p
                class="faded"
                style="max-width:560px;margin:20px 0 0;${sans};font-size:12px;line-height:18px;${faded}"
              >
                ${footer} ${footerLink ? footLink(footerLink) : ''}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html> `
}

function paragraph(words: string): Html {
  const lines = words.split('\n').flatMap((line, i) => (i === 0 ? [line] : [raw('<br>'), line]))
  return html`<p class="ink" style="margin:0 0 16px;${sans};font-size:16px;line-height:24px;${ink}">
    ${lines}
  </p> `
}

function itemTable(items: readonly MailItem[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
    ${items.map(item)}
  </table> `
}

function item({ label, note, alert, url }: MailItem): Html {
  const shown = url === undefined ? label : html`<a class="ink" href="${url}" style="${ink}">${label}</a>`
  const small = `${sans};font-size:13px;line-height:20px`
  const urgent = html`<span class="urgent" style="color:#a8321a;font-weight:600">${alert ?? ''}</span
    >${note === '' ? '' : ' · '}`
  return html`<tr>
    <td class="item" style="padding:10px 0;border-top:1px solid #dfe4ea">
      <span class="ink" style="${sans};font-size:16px;line-height:24px;${ink}">${shown}</span><br /><span
        class="faded"
        style="${small};${faded}"
        >${alert === undefined ? '' : urgent}${note}</span
      >
    </td>
  </tr>`
}

function footLink({ label, url }: PlainLink): Html {
  return html`<br /><a class="faded" href="${url}" style="${faded}">${label}</a>`
}

function button({ label, url }: PlainLink, language: Language): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px">
      <tr>
        <td class="button" style="background:#0b6479;border-radius:6px">
          <a
            href="${url}"
            style="display:inline-block;padding:12px 24px;${sans};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    <p class="faded" style="margin:0;${sans};font-size:13px;line-height:20px;${faded}">
      ${linkHint[language]}<br /><a class="faded" href="${url}" style="${faded};word-break:break-all"
        >${url}</a
      >
    </p> `
}
