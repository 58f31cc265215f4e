import { describe, expect, it } from 'vitest'
import { renderMail } from './layout.ts'

const hostile = `<script>alert("x")</script> & 'quoted'`
const escaped = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;quoted&#39;'
const content = { language: 'en' as const, title: 'A title', paragraphs: ['One.', 'Two.'], footer: 'Bye.' }

describe('Layout of mails', () => {
  it.each([
    ['title', { title: hostile }],
    ['paragraph', { paragraphs: [hostile] }],
    ['label', { action: { label: hostile, url: 'https://example.org/' } }],
    ['footer', { footer: hostile }],
    ['item', { items: [{ label: hostile, note: 'n' }] }],
    ['note', { items: [{ label: 'l', note: hostile }] }],
    ['alert', { items: [{ label: 'l', note: 'n', alert: hostile }] }],
    ['closing', { closing: [hostile] }],
    ['link at the foot', { footerLink: { label: hostile, url: 'https://example.org/' } }],
  ])('The layout escapes a hostile %s in HTML and leaves it unchanged in text', (_, change) => {
    const { html, text } = renderMail({ ...content, ...change })
    expect(html).not.toContain('<script')
    expect(html).toContain(escaped)
    expect(text).toContain(hostile)
  })

  it.each([
    'https://phish.example/login',
    'HTTP://phish.example',
    'www.phish.example',
    'pay@phish.example',
    'phish.example',
  ])('The layout makes nothing clickable of a company named %j, wherever the name stands', (name) => {
    const said = `Hello ${name}, welcome.`
    const { text, html } = renderMail({
      ...content,
      title: said,
      paragraphs: [said],
      items: [{ label: said, note: said, alert: said }],
      closing: [said],
      action: { label: said, url: 'https://vigie.example/portal' },
      footer: said,
      footerLink: { label: said, url: 'https://vigie.example/leave' },
    })
    for (const words of [text, html]) {
      expect(words).not.toMatch(/https?:\/\/(?!vigie\.example\/)/i)
      expect(words).not.toMatch(/phish\.example|www\.phish|@phish/)
      // To the eye it is what it was.
      expect(words.replaceAll('\u2060', '')).toContain(`Hello ${name.replace(/^https?:\/\//i, '')}, welcome.`)
    }
    expect(text).toContain('https://vigie.example/portal')
  })

  it('The layout keeps an address inside its attribute', () => {
    const url = 'https://example.org/?a=1&b="><img src=x>'
    const { html } = renderMail({ ...content, action: { label: 'Open', url } })
    expect(html).not.toContain('<img')
    expect(html).toContain('href="https://example.org/?a=1&amp;b=&quot;&gt;&lt;img src=x&gt;"')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//example.org', ''])(
    'The layout refuses a button to %j',
    (url) => {
      expect(() => renderMail({ ...content, action: { label: 'Open', url } })).toThrow('http')
      expect(() => renderMail({ ...content, footerLink: { label: 'Leave', url } })).toThrow('http')
    },
  )

  it('The text part says all that the HTML part says', () => {
    const action = { label: 'Answer', url: 'https://example.org/a' }
    expect(renderMail({ ...content, action }).text).toBe(
      'A title\n\nOne.\n\nTwo.\n\nAnswer:\nhttps://example.org/a\n\n-- \nBye.\n',
    )
  })

  it('The layout lists the requested documents between its paragraphs', () => {
    const items = [
      { label: 'Piece', note: 'Why', alert: 'Late' },
      { label: 'Other', note: 'Because' },
    ]
    const footerLink = { label: 'Leave', url: 'https://example.org/l' }
    expect(renderMail({ ...content, items, closing: ['Last.'], footerLink }).text).toBe(
      'A title\n\nOne.\n\nTwo.\n\n- Piece\n  Late · Why\n- Other\n  Because\n\nLast.\n\n-- \nBye.\n\nLeave:\nhttps://example.org/l\n',
    )
  })

  it('An alert without a note stands alone', () => {
    const { text, html } = renderMail({ ...content, items: [{ label: 'Piece', note: '', alert: 'Late' }] })
    expect(text).toContain('- Piece\n  Late\n')
    expect(html).not.toContain('·')
  })

  it('An item leads where it says, and nowhere but to the web', () => {
    const at = (url: string) => renderMail({ ...content, items: [{ label: 'Piece', note: 'Why', url }] })
    const { text, html } = at('https://example.org/p')
    expect(text).toContain('- Piece\n  Why\n  https://example.org/p\n')
    expect(html).toContain('href="https://example.org/p"')
    expect(() => at('javascript:alert(1)')).toThrow('http')
  })

  it('The layout uses the language of its reader and wraps lines between words', () => {
    const action = { label: 'Répondre', url: 'https://example.org/a' }
    const { html } = renderMail({ ...content, language: 'fr', paragraphs: ['a\nb'], action })
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('a<br>b')
    expect(html).toContain('copiez cette adresse')
  })
})
