// Whether the process in this container answers: a service on PORT; a worker on WORKER_PORT, named as the first argument.
const port = process.argv[2] ?? process.env.PORT ?? '8080'
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => null,
)
process.exitCode = answer?.ok ? 0 : 1
