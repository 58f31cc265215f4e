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

/**
 * Of the frame that draws files of strangers: it has no origin, even opened by itself, and can send nothing.
 * Its own files come to it as to any other site, hence `shared` below.
 */
const viewerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

const shared = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The built web pages: their files as they are, and one page for every address that is none of them. */
export function webRoutes({ root }: { root: string }): HttpRoutes {
  // One file refused in a busy moment would leave a dead page, and many people may share one address:
  // neither shedding nor limits by address apply. A file costs next to nothing.
  const config = { right: 'public', exempt: true, ignoresQuery: true } as const
  const schema = { hide: true }
  return async (app) => {
    await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
    const page = createPage(root, 'index.html', contentPolicy)
    const portal = createPage(root, 'portal.html', contentPolicy)
    const operator = createPage(root, 'operator.html', contentPolicy)
    const viewer = createPage(root, 'viewer.html', () => viewerPolicy)

    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const path = (request.params as { '*'?: string })['*'] ?? ''
      // Where the page of jobs was before operators had a place of their own.
      if (path === 'operator/jobs') return reply.redirect('/operator/jobs', 302)
      const isFile = /\.\w+$/.test(path)
      if (!isFile) return path === 'viewer' ? viewer(reply) : page(reply)
      if (path.endsWith('.html') || path.includes('..')) throw new AppError('ROUTE_NOT_FOUND')
      const isHashed = path.startsWith('assets/')
      void reply.header(
        'cache-control',
        isHashed ? `public, max-age=${yearInSeconds}, immutable` : 'no-cache',
      )
      if (isHashed) void reply.headers(shared)
      return reply.sendFile(path)
    }
    const redirect = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(home, 302)
    // Handlers, not hooks: to a hook whose reader left in the middle of a file the framework adds a second answer.
    app.get('/', { config, schema }, redirect)
    app.get('/app', { config, schema }, redirect)
    app.get('/app/*', { config, schema }, serve)
    const servePortal = async (request: FastifyRequest, reply: FastifyReply) => {
      // The portal's own API stands beside its pages: what is no route of it is no page either.
      const path = (request.params as { '*'?: string })['*'] ?? ''
      if (/^api(\/|$)/.test(path) || /\.\w+$/.test(path)) throw new AppError('ROUTE_NOT_FOUND')
      return portal(reply)
    }
    app.get('/portal', { config, schema }, servePortal)
    app.get('/portal/*', { config, schema }, servePortal)
    const serveOperator = async (request: FastifyRequest, reply: FastifyReply) => {
      if (/\.\w+$/.test((request.params as { '*'?: string })['*'] ?? ''))
        throw new AppError('ROUTE_NOT_FOUND')
      return operator(reply)
    }
    app.get('/operator', { config, schema }, serveOperator)
    app.get('/operator/*', { config, schema }, serveOperator)
  }
}

/** Kept in memory once read; looked for again as long as it is not there. */
function createPage(
  root: string,
  name: string,
  policy: (nonce: string) => string,
): (reply: FastifyReply) => Promise<FastifyReply> {
  let template: string | null = null
  return async (reply) => {
    template ??= await readFile(join(root, name), 'utf8').catch(() => null)
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    if (template === null) return reply.code(503).send(notBuilt)
    // Fresh for each answer, hence no ETag: a page kept by the browser would bear a former nonce.
    const nonce = randomBytes(16).toString('base64')
    void reply.header('content-security-policy', policy(nonce))
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
