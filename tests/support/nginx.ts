import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const NOBODY = 65_534
const SHIPPED_CONFIG = join(import.meta.dirname, '../../deploy/multi-instance/nginx.conf')
const START_TIMEOUT_MS = 5000

export interface ReverseProxy {
  url: string
  /** Changes the instances behind the proxy. */
  setInstances(ports: number[]): Promise<void>
  /** Returns what the proxy has written to its access log. */
  readAccessLog(): string
  stop(): Promise<void>
}

/** Returns the path of nginx, or undefined. */
export function findNginx(): string | undefined {
  const path = process.env.NGINX_PATH ?? '/usr/sbin/nginx'
  return path && existsSync(path) ? path : undefined
}

/** Starts an unprivileged nginx on the loopback with the configuration of deploy/multi-instance. */
export async function startProxy(program: string, port: number, instances: number[]): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-nginx-'))
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (identity.uid) chownSync(folder, NOBODY, NOBODY)
  const file = join(folder, 'nginx.conf')
  const configure = (ports: number[]) => writeFileSync(file, renderConfig(port, ports))
  configure(instances)
  const child = spawn(program, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  })
  await waitForPort(port, () => readFileSync(join(folder, 'error.log'), 'utf8'))
  return {
    url: `http://127.0.0.1:${port}`,
    async setInstances(ports) {
      configure(ports)
      child.kill('SIGHUP')
      // Old workers finish their pending requests; new ones serve immediately.
      await sleep(500)
    },
    readAccessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a complete configuration that contains the shipped file with these addresses. */
function renderConfig(port: number, ports: number[]): string {
  const upstreamConfig = readFileSync(SHIPPED_CONFIG, 'utf8')
    .replace(/(?: +server app\d+:3000 (.*)\n)+/, (_, marks) =>
      ports.map((each) => `server 127.0.0.1:${each} ${marks}\n`).join(''),
    )
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/log/nginx/access.log', 'access.log')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  ${upstreamConfig}
}
`
}

async function waitForPort(port: number, reason: () => string): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
  }
  throw new Error(`nginx did not start:\n${reason()}`)
}
