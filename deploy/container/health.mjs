// Whether the process in this container lives: a service answers on PORT, a worker on WORKER_PORT. One of them is here.
const { PORT = '8080', WORKER_PORT = '8081' } = process.env
const ask = async (port) => {
  const answer = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(4_000) })
  if (!answer.ok) throw new Error(`${answer.status}`)
}
await Promise.any([ask(PORT), ask(WORKER_PORT)]).catch(() => {
  process.exitCode = 1
})
