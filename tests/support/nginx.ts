import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT } from './project.ts'

const NOBODY = 65_534
const DEPLOY = join(PROJECT, 'deploy')
const START_TIMEOUT_MS = 5000

/** The shipped configurations, below deploy/. The first one needs a port with TLS as well. */
export const NGINX_CONFIGS = ['nginx.conf', 'multi-instance/nginx.conf'] as const

interface ProxyOptions {
  config?: (typeof NGINX_CONFIGS)[number]
  port: number
  /** The port of HTTPS, for which the proxy has a certificate of its own. */
  tlsPort?: number
  instances: number[]
  /** A network of a CDN, as the comments of the configuration recommend. */
  cdn?: string
}

export interface ReverseProxy {
  url: string
  /** The address without TLS, which redirects if there is one with TLS. */
  plainUrl: string
  /** Changes the instances behind the proxy. */
  setInstances(ports: number[]): Promise<void>
  /** Returns what the proxy has written to its access log. */
  readAccessLog(): string
  /** Returns what the proxy has written to its error log. */
  readErrorLog(): string
  stop(): Promise<void>
}

/** Returns the path of nginx, or undefined. */
export function findNginx(): string | undefined {
  const path = process.env.NGINX_PATH ?? '/usr/sbin/nginx'
  return path && existsSync(path) ? path : undefined
}

/** Starts an unprivileged nginx on the loopback with a shipped configuration, by default that of several instances. */
export async function startProxy(program: string, options: ProxyOptions): Promise<ReverseProxy> {
  const { port, tlsPort, instances } = options
  const folder = mkdtempSync(join(tmpdir(), 'capstan-nginx-'))
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (tlsPort) createCertificate(folder)
  if (identity.uid) chownSync(folder, NOBODY, NOBODY)
  const file = join(folder, 'nginx.conf')
  const configure = (ports: number[]) => writeFileSync(file, renderConfig({ ...options, instances: ports }))
  configure(instances)
  const child = spawn(program, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  })
  const readErrorLog = () => readFileSync(join(folder, 'error.log'), 'utf8')
  await waitForPort(port, readErrorLog)
  const plainUrl = `http://127.0.0.1:${port}`
  return {
    plainUrl,
    url: tlsPort ? `https://127.0.0.1:${tlsPort}` : plainUrl,
    async setInstances(ports) {
      configure(ports)
      child.kill('SIGHUP')
      // Old workers finish their pending requests; new ones serve immediately.
      await sleep(500)
    },
    readAccessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    readErrorLog,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates the files privkey.pem and fullchain.pem. */
function createCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=www.example.in']
  execFileSync('openssl', ['req', '-x509', ...options, ...files], { stdio: 'ignore' })
  chmodSync(join(folder, 'privkey.pem'), 0o644)
}

/** Returns a complete configuration that contains the shipped file with these addresses. */
function renderConfig({ config = 'multi-instance/nginx.conf', ...options }: ProxyOptions): string {
  const { port, tlsPort, instances, cdn } = options
  const siteConfig = readFileSync(join(DEPLOY, config), 'utf8')
    .replace(/(?: +server (?:app\d+|127\.0\.0\.1):3000(.*);\n)+/, (_, marks) =>
      instances.map((each) => `server 127.0.0.1:${each}${marks};\n`).join(''),
    )
    .replace(/ +listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tlsPort} `)
    .replaceAll('/etc/letsencrypt/live/www.example.in/', '')
    .replaceAll('/var/log/nginx/access.log', 'access.log')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  ${cdn ? siteConfig.replaceAll('# CDN: ', '').replaceAll('203.0.113.0/24', cdn) : siteConfig}
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
