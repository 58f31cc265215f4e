import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './platform/kernel/index.ts'
import type { HttpRoutes } from './platform/http/index.ts'

const home = '/app/'
const noncePlace = '%NONCE%'
const yearInSeconds = 31_536_000

/**
 * Scripts only from our own files. The component library adds style sheets as it goes: they carry a nonce
 * that is new for each page. Style attributes stay open for the mails the mailbox shows, whose markup has
 * nothing else; no script can come of them.
 */
function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The built web pages: their files as they are, and the one page for every address that is none of them. */
export function webRoutes({ root }: { root: string }): HttpRoutes {
  // One file refused in a busy moment would leave a dead page, and many people may share one address:
  // neither shedding nor limits by address apply. A file costs next to nothing.
  const config = { right: 'public', exempt: true } as const
  const schema = { hide: true }
  return async (app) => {
    await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
    const page = createPage(root)

    // Answered before the checks of the query: an address of the pages may carry any parameter, and only
    // the page reads it.
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const path = (request.params as { '*'?: string })['*'] ?? ''
      const isFile = /\.\w+$/.test(path)
      if (!isFile) return page(reply)
      if (path === 'index.html' || path.includes('..')) throw new AppError('ROUTE_NOT_FOUND')
      const isHashed = path.startsWith('assets/')
      void reply.header(
        'cache-control',
        isHashed ? `public, max-age=${yearInSeconds}, immutable` : 'no-cache',
      )
      return reply.sendFile(path)
    }
    const redirect = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(home, 302)
    const neverReached = async () => ''
    app.get('/', { config, schema, onRequest: redirect }, neverReached)
    app.get('/app', { config, schema, onRequest: redirect }, neverReached)
    app.get('/app/*', { config, schema, onRequest: serve }, neverReached)
  }
}

/** Kept in memory once read; looked for again as long as it is not there. */
function createPage(root: string): (reply: FastifyReply) => Promise<FastifyReply> {
  let template: string | null = null
  return async (reply) => {
    template ??= await readFile(join(root, 'index.html'), 'utf8').catch(() => null)
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    if (template === null) return reply.code(503).send(notBuilt)
    // Fresh for each answer, hence no ETag: a page kept by the browser would bear a former nonce.
    const nonce = randomBytes(16).toString('base64')
    void reply.header('content-security-policy', contentPolicy(nonce))
    return reply.send(template.replaceAll(noncePlace, nonce))
  }
}

const notBuilt = `<!doctype html>
<html lang="en">
<title>Vigie</title>
<h1>The web pages are not built</h1>
<p>Run <code>npm run build --workspace web</code>, then reload this page. The API works without them.</p>
</html>
`
